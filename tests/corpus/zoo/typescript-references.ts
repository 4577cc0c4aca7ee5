/// <reference path="/etc/shadow" />
/// <reference types="/proc/1/environ" />
/// <amd-dependency path="/etc/passwd" />
type Secret = typeof import('/etc/shadow');
declare const secret: Secret;
//# sourceMappingURL=/etc/passwd
console.log('contained');
