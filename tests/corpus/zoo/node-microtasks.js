const again = () => Promise.resolve().then(again);
again();
setTimeout(() => console.log('contained'), 1);
