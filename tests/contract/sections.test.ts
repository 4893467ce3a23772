import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { collectOperations, sections } from '#contract/operations.ts'

const names = Object.keys(sections)
const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const namesOf = (pattern: string, folder: string, ending: RegExp) =>
  globSync(pattern).map((file) => file.slice(folder.length).replace(ending, ''))

/** A file of the contract that is not a section has no operations. */
const hasOperations = (name: string) => readFileSync(`contract/${name}.ts`, 'utf8').includes('= operation({')

describe('a section has the same name', () => {
  it('in contract/', () => {
    const files = namesOf('contract/{*,accounts/*}.ts', 'contract/', /\.ts$/).filter(hasOperations)
    expect(files.toSorted()).toEqual(names.toSorted())
  })

  it('in server/features/', () => {
    const folders = namesOf('server/features/**/routes.ts', 'server/features/', /\/routes\.ts$/)
    expect(folders.toSorted()).toEqual(names.toSorted())
  })

  it('in tests/api/, as a file or a folder', () => {
    const tests = namesOf('tests/api/{*,accounts/*}', 'tests/api/', /\.test\.ts$/)
    expect(names.filter((name) => !tests.includes(name))).toEqual([])
  })
})

/** Operations that share a use case with others, and its file. All other writes have a file with their name. */
const elsewhere: Record<string, string> = {
  logout: 'server/http/access/admin-sessions.ts',
  deleteManagedGroup: 'server/groups/delete-group.ts',
  updateMetadata: 'server/groups/edit-metadata.ts',
  deleteManagedImage: 'server/groups/delete-image.ts',
  redactManagedImage: 'server/groups/redact-image.ts',
  reorderManagedImages: 'server/groups/reorder-images.ts',
  editGroup: 'server/groups/edit-metadata.ts',
  editImageDescriptions: 'server/groups/update-image-descriptions.ts',
  reorderGroupImages: 'server/groups/reorder-images.ts',
}

describe.each(Object.entries(sections))('the operations of %s', (section, module) => {
  const folder = `server/features/${section}`
  const routes = readFileSync(`${folder}/routes.ts`, 'utf8')

  it.each(Object.entries(collectOperations([module])))('%s', (name, { method }) => {
    expect(routes).toMatch(new RegExp(`\\bcontract\\.${name}\\b`))
    if (method === 'GET') return
    const homes = [elsewhere[name] ?? `${folder}/${kebab(name)}.ts`, `server/groups/${kebab(name)}.ts`]
    expect(homes.filter((file) => existsSync(file))).not.toEqual([])
  })
})
