import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settingTable } from '#contract/settings/setting-table.ts'
import packageJson from '#package.json' with { type: 'json' }
import { variables } from '#server/config/variables.ts'

describe('docs/configuration.md', () => {
  it('names every variable and no others', () => {
    const text = readFileSync('docs/configuration.md', 'utf8')
    const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| variable'))
    const named = rows.flatMap(
      (row) =>
        row
          .split('|')[1]
          ?.split(',')
          .map((name) => name.trim()) ?? [],
    )
    expect(named.toSorted()).toEqual(Object.keys(variables.properties).toSorted())
  })

  const rows = Object.values(settingTable).flatMap((setting) => {
    const { variable, default: always = '', inDevelopment, meaning } = setting
    const byDefault = inDevelopment === undefined ? always : `${always} in production, else ${inDevelopment}`
    return variable === undefined ? [] : [`| ${variable} | ${byDefault} | ${meaning} |`.replace('|  |', '| |')]
  })
  it.each(rows)('has the line of contract/settings/: %s', (row) => {
    expect(readFileSync('docs/configuration.md', 'utf8').split('\n')).toContain(row)
  })
})

describe('docs/decisions/0002-dependencies.md', () => {
  it('has a reason for every dependency but types, and for no others', () => {
    const rows = readFileSync('docs/decisions/0002-dependencies.md', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
    const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name))
    const { dependencies, devDependencies, optionalDependencies } = packageJson
    const used = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
    expect(named.toSorted()).toEqual(used.filter((name) => !name.startsWith('@types/')).toSorted())
  })
})

describe.each(['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md'), ...globSync('*/README.md')])(
  '%s',
  (path) => {
    const text = readFileSync(path, 'utf8')

    it('names only existing commands', () => {
      const scripts = [...text.matchAll(/\bnpm run (?:--silent )?([\w:]+)/g)].map(([, name]) => name as string)
      expect(scripts.filter((name) => !(name in packageJson.scripts))).toEqual([])
      const programs = [...text.matchAll(/\bnode (server\/\S+\.ts)/g)].map(([, name]) => name as string)
      expect(programs.filter((name) => !existsSync(name))).toEqual([])
    })

    it('names only existing tests', () => {
      const named = [...text.matchAll(/`((?:[\w-]+\/)*[\w-]+\.test\.ts)`/g)].map(([, name]) => name as string)
      expect(named.filter((name) => !existsSync(name) && !existsSync(join('tests', name)))).toEqual([])
    })

    // The first change of CONTRIBUTING.md also names files to make, and shortens paths.
    it.skipIf(path === 'CONTRIBUTING.md')('names only existing source files', () => {
      const named = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|mjs|yaml|yml|conf))`/g)].map(
        ([, name]) => name as string,
      )
      const roots = ['', dirname(path), 'server', 'server/adapters/database', 'web/src', 'web/src/features', 'tests']
      expect(named.filter((name) => !roots.some((root) => existsSync(join(root, name))))).toEqual([])
    })

    it('links only to existing files and headings', () => {
      const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replace(/[^\p{L}\p{N} -]/gu, '')
          .replaceAll(' ', '-'),
      )
      const broken = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link]) => link as string)
        .filter((link) => !/^https?:/.test(link))
        .filter((link) =>
          link.startsWith('#')
            ? !anchors.includes(link.slice(1))
            : !existsSync(join(dirname(path), link.split('#')[0] ?? '')),
        )
      expect(broken).toEqual([])
    })
  },
)
