import type { Operation } from './operation.ts'
import * as publicGroups from './public-groups.ts'
import * as upload from './upload.ts'

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'access' in value

const sections = [upload, publicGroups]

/** Every operation of the interface by name, in the specification's order. */
export const operations: Readonly<Record<string, Operation>> = Object.fromEntries(
  sections.flatMap((section) => Object.entries(section).filter(([, value]) => isOperation(value))),
)
