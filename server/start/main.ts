// Nothing is imported before the check: an older Node fails to link what it does not have, and prints a stack.
const neededNode = 26

if (Number.parseInt(process.versions.node, 10) < neededNode) {
  console.error(
    `Werkschau needs Node.js ${neededNode} or newer, this is ${process.versions.node}: run npm start, which installs and uses it, or node_modules/.bin/node`,
  )
  process.exit(1)
}
// The second start is quicker: types are stripped and sources compiled already.
const { enableCompileCache } = await import('node:module')
const { packageRoot } = await import('#server/config/package-root.ts')
enableCompileCache(`${packageRoot}/node_modules/.cache/compile`)
await import('./heap-flags.ts')
await import('./serve.ts')
