import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { collectOperations, sections } from '#contract/operations.ts'

const names = Object.keys(sections)
const namesOf = (pattern: string, folder: string, ending: RegExp) =>
  globSync(pattern).map((file) => file.slice(folder.length).replace(ending, ''))

/** A file of the contract that is not a section has no operations. */
const hasOperations = (name: string) =>
  readFileSync(`contract/${name}.ts`, 'utf8').match(/= (operation|specified)\(/) !== null

describe('a section has the same name', () => {
  it('in contract/', () => {
    const files = namesOf('contract/{*,{accounts,logs,social-media}/*}.ts', 'contract/', /\.ts$/).filter(hasOperations)
    expect(files.toSorted()).toEqual(names.toSorted())
  })

  it('in server/features/', () => {
    const folders = namesOf('server/features/**/routes.ts', 'server/features/', /\/routes\.ts$/)
    expect(folders.toSorted()).toEqual(names.toSorted())
  })

  it('in tests/api/, as a file or a folder', () => {
    const tests = namesOf('tests/api/{*,{accounts,logs,social-media}/*}', 'tests/api/', /\.test\.ts$/)
    expect(names.filter((name) => !tests.includes(name))).toEqual([])
  })
})

/** Writes that share the use case of another operation. All others have one with their name. */
const elsewhere: Record<string, string> = {
  deleteManagedGroup: 'deleteGroup',
  updateMetadata: 'editMetadata',
  deleteManagedImage: 'deleteImage',
  redactManagedImage: 'redactImage',
  reorderManagedImages: 'reorderImages',
  editGroup: 'editMetadata',
  editImageDescriptions: 'updateImageDescriptions',
  reorderGroupImages: 'reorderImages',
}

/** Writes that are one call of their route. */
const withoutUseCase = ['logout', 'endOtherSessions']

const textOf = (pattern: string) =>
  globSync(pattern)
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
const shared = textOf('server/groups/**/*.ts')

describe.each(Object.entries(sections))('the operations of %s', (section, module) => {
  const routes = readFileSync(`server/features/${section}/routes.ts`, 'utf8')
  const home = textOf(`server/features/${section}/*.ts`) + shared

  it.each(Object.entries(collectOperations([module])))('%s', (name, { method }) => {
    expect(routes).toMatch(new RegExp(`\\bcontract\\.${name}\\b`))
    if (method === 'GET' || withoutUseCase.includes(name)) return
    expect(home).toMatch(new RegExp(`^(export )?(async )?(function|const) ${elsewhere[name] ?? name}\\b`, 'm'))
  })
})
