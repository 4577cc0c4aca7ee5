console.log(/^(a+)+$/.test('a'.repeat(60) + '!') ? 'escaped' : 'contained');
