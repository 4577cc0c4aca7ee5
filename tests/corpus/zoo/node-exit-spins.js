process.on('exit', () => {
  for (;;);
});
console.log('contained');
