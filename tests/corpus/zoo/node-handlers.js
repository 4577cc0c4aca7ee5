for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGXCPU', 'SIGUSR2', 'SIGPIPE']) process.on(signal, () => {});
process.on('uncaughtException', () => {});
process.on('beforeExit', () => setImmediate(() => {}));
process.exit = () => {};
process.reallyExit = () => {};
setInterval(() => { throw new Error('on'); }, 1);
