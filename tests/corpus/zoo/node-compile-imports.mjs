import secret from '/etc/shadow';
import more from 'data:text/javascript,export default 1';
import over from 'https://example.org/x.js';
console.log('escaped', secret, more, over);
