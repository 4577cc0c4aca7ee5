const v8 = require('v8');
for (;;) {
  v8.writeHeapSnapshot();
  process.report.writeReport();
}
