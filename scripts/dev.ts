// The service and the pages, both reloaded when a file changes. Pages: http://localhost:5173
import { type ChildProcess, spawn } from 'node:child_process'

const inherit = { stdio: 'inherit' } as const
const children: ChildProcess[] = [
  spawn(process.execPath, ['--watch', '--watch-path=server', '--watch-path=contract', 'server/start/main.ts'], inherit),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--clearScreen', 'false'], inherit),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const child of children) child.once('exit', stop)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
