export interface Table {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Notes on the figures. */
  readonly notes?: readonly string[]
  /** Figures of the table with a goal. */
  readonly goals?: readonly Goal[]
}

/** A figure and its goal: at least, or at most. */
export interface Goal {
  readonly what: string
  readonly value: number
  /** What does only the unavoidable part reached in the same run; 1 where the value is the ratio to it. */
  readonly floor?: number
  readonly digits?: number
  readonly least?: number
  readonly most?: number
}

const isMet = ({ value, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY }: Goal): boolean =>
  value >= least && value <= most

/** All goals in one table, with those of an earlier run if there is one. */
export const goalTable = (goals: readonly Goal[], earlier?: readonly Goal[]): Table => {
  const before = new Map(earlier?.map(({ what, value }) => [what, value]))
  return {
    title: 'Results and goals',
    columns: ['what', 'reached', 'floor', 'wanted', '', ...(earlier ? ['earlier', 'now ÷ earlier'] : [])],
    rows: goals.map((goal) => {
      const was = before.get(goal.what) ?? Number.NaN
      return [
        goal.what,
        figure(goal.value, goal.digits),
        figure(goal.floor ?? Number.NaN, goal.digits),
        goal.least === undefined ? `≤ ${goal.most}` : `≥ ${goal.least}`,
        isMet(goal) ? 'yes' : 'no',
        ...(earlier ? [figure(was, goal.digits), figure(goal.value / was)] : []),
      ]
    }),
  }
}

/** Figures of one scenario, each with its lower bound from the same run. */
export type Scenario = (options: ScenarioOptions) => Promise<readonly Table[]>

export interface ScenarioOptions {
  readonly rounds: number
  /** Few of everything: shows that the scenario runs to its end. Its figures mean nothing. */
  readonly isSmall: boolean
}

export function markdownTable({ title, columns, rows, notes = [] }: Table): string {
  const widths = columns.map((column, index) => Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [`## ${title}`, '', line(columns), rule, ...rows.map(line), ...notes.map((note) => `\n${note}`)].join('\n')
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const high = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? Number.NaN) + high) / 2
}

/** The median of the ratios of values measured side by side. */
export const medianRatio = (values: readonly number[], floors: readonly number[]): number =>
  median(values.map((value, index) => value / (floors[index] ?? Number.NaN)))

export const figure = (value: number, digits = 2): string => (Number.isFinite(value) ? value.toFixed(digits) : '–')

/** Runs two measurements in turn, A B then B A, so that a change of the machine's speed affects both. */
export async function sideBySide<A, B>(
  rounds: number,
  a: () => Promise<A>,
  b: () => Promise<B>,
): Promise<{ a: A[]; b: B[] }> {
  const results: { a: A[]; b: B[] } = { a: [], b: [] }
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) {
      results.a.push(await a())
      results.b.push(await b())
    } else {
      results.b.push(await b())
      results.a.push(await a())
    }
  }
  return results
}
