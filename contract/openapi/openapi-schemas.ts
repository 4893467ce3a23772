export type Json = { [key: string]: unknown }

/** The named schemas met so far; they become the components of the document. */
export type NamedSchemas = Map<string, unknown>

/** A schema as plain JSON; each named schema inside is gathered in `named` and replaced by a reference. */
export function plainSchema(schema: unknown, named: NamedSchemas): unknown {
  if (Array.isArray(schema)) return schema.map((item) => plainSchema(item, named))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $id, $ref, ...rest }: Json = { ...schema }
  if (typeof $ref === 'string') return { $ref: `#/components/schemas/${$ref}` }
  const plain = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, plainSchema(value, named)]))
  if (typeof $id !== 'string') return plain
  named.set($id, plain)
  return { $ref: `#/components/schemas/${$id}` }
}
