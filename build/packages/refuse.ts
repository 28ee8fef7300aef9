// The root is not a package: the build makes the packages. Runs before `npm pack` and `npm publish` in the root.
console.error('unable to pack the root; see npm run release');
process.exitCode = 1;
