const nothing: any = null;
console.log(nothing.length as number);
