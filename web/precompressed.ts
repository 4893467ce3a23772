import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const isText = (name: string) => /\.(js|css|svg|wasm)$/.test(name)

/** Writes a .br and a .gz next to every text file: compressed once, as small as possible, instead of on every request. */
export const precompressed = (): Plugin => ({
  name: 'precompressed',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const names = [...Object.keys(bundle), 'start.js', 'favicon.svg'].filter(isText)
    await Promise.all(
      names.map(async (name) => {
        const path = join(dir, name)
        const bytes = await readFile(path)
        const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
        await writeFile(`${path}.br`, await brotli(bytes, { params: size }))
        await writeFile(`${path}.gz`, await zip(bytes, { level: 9 }))
      }),
    )
  },
})
