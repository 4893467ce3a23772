// Nothing is imported before the check: an older Node fails to link what it does not have, and prints a stack.
const neededNode = 26

if (Number.parseInt(process.versions.node, 10) < neededNode) {
  console.error(
    `Werkschau needs Node.js ${neededNode} or newer, this is ${process.versions.node}: run npm start, which installs and uses it, or node_modules/.bin/node`,
  )
  process.exit(1)
}
await import('./serve.ts')
