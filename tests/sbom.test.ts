import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
  readonly licenses?: readonly { readonly license?: { readonly id?: string }; readonly expression?: string }[]
}

/**
 * Licences whose works may be part of one under AGPL-3.0-or-later. OFL-1.1 is for the font, which is not part of the
 * program; PSF-2.0 is in a tool, CC-BY-4.0 the data of one.
 */
const compatible = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'MPL-2.0',
  'LGPL-3.0',
  'LGPL-3.0-or-later',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'Zlib',
  'PSF-2.0',
  'OFL-1.1',
  'CC-BY-4.0',
])

/** `A AND B` needs both, `A OR B` one of them. */
function isCompatible(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, '').trim()
  if (plain.includes(' AND ')) return plain.split(' AND ').every(isCompatible)
  if (plain.includes(' OR ')) return plain.split(' OR ').some(isCompatible)
  return compatible.has(plain)
}

describe('npm run sbom', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sbom-'))
  let sbom: {
    bomFormat: string
    specVersion: string
    serialNumber: string
    metadata: { component: Component }
    components: Component[]
    dependencies: { ref: string; dependsOn: string[] }[]
  }
  beforeAll(() => {
    const file = join(folder, 'sbom.json')
    execFileSync(process.execPath, ['scripts/sbom.ts', file], { stdio: 'ignore' })
    sbom = JSON.parse(readFileSync(file, 'utf8'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('is CycloneDX about this version', () => {
    const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: expect.stringMatching(/^1\.\d$/) })
    expect(sbom.serialNumber).toMatch(/^urn:uuid:[0-9a-f-]{36}$/)
    expect(sbom.metadata.component).toMatchObject({ name, version, purl: `pkg:npm/${name}@${version}` })
  })

  it('has every package of the lockfile with name, version and hash', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { version: string; integrity?: string; name?: string }>
    }
    const locked = Object.entries(packages)
      .filter(([path]) => path !== '')
      .map(([path, { version, name, integrity }]) => ({
        key: `${name ?? path.replace(/^.*node_modules\//, '')}@${version}`,
        integrity,
      }))
    const listed = new Map(sbom.components.map((component) => [`${component.name}@${component.version}`, component]))
    for (const { key, integrity } of locked) {
      const { purl = '', hashes = [] } = listed.get(key) ?? {}
      expect(decodeURIComponent(purl), key).toBe(`pkg:npm/${key}`)
      const content = integrity && Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
      expect(hashes[0]?.content, key).toBe(content)
    }
  })

  it('misses the hash of development programs for other platforms alone', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { integrity?: string; dev?: boolean; optional?: boolean }>
    }
    const without = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && integrity === undefined)
    expect(without.filter(([path]) => !path.startsWith('node_modules/@biomejs/cli-'))).toEqual([])
    expect(without.filter(([, { dev, optional }]) => !dev || !optional)).toEqual([])
  })

  it('refers only to its own components', () => {
    const refs = new Set([sbom.metadata.component, ...sbom.components].map((each) => each['bom-ref']))
    const named = sbom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
    expect(named.filter((ref) => !refs.has(ref))).toEqual([])
  })

  it('has only licences compatible with AGPL-3.0-or-later', () => {
    const unfit = sbom.components.flatMap(({ name, licenses = [] }) => {
      const said = licenses.map(({ license, expression }) => expression ?? license?.id ?? 'none')
      return said.length > 0 && said.every(isCompatible) ? [] : [`${name}: ${said.join(', ') || 'none'}`]
    })
    expect(unfit).toEqual([])
    expect(isCompatible('MIT AND BUSL-1.1')).toBe(false)
    expect(isCompatible('(BUSL-1.1 OR MIT)')).toBe(true)
  })
})
