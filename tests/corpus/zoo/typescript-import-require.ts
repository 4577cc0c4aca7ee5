import secret = require('/etc/shadow');
export = secret;
console.log('escaped', secret);
