import {
  type ColumnDefinitionNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  RawNode,
} from 'kysely'

/** Column types of the migrations → types that hold and order the same values as the other engine's. */
const types: Readonly<Record<string, string>> = {
  // Ordered and compared by bytes, whatever locale the database was made with.
  text: 'text collate "C"',
  integer: 'bigint',
  real: 'double precision',
}

class ColumnTypes extends OperationNodeTransformer {
  protected override transformColumnDefinition(node: ColumnDefinitionNode): ColumnDefinitionNode {
    const definition = super.transformColumnDefinition(node)
    return { ...definition, dataType: columnType(definition.dataType) }
  }
}

function columnType(node: OperationNode): OperationNode {
  const type = 'dataType' in node ? types[String(node.dataType)] : undefined
  return type === undefined ? node : RawNode.createWithSql(type)
}

const transformer = new ColumnTypes()

/** Makes columns of the same range, precision and order on both engines. */
export const portableColumns: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
  transformResult: async ({ result }) => result,
}
