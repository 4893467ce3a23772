import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ServiceMissing } from './service.ts'

const run = promisify(execFile)
/** `npm test` starts it as well, beside npm's installation and the build. */
const installer = join(import.meta.dirname, '../../../scripts/debian-packages.sh')

/**
 * Makes sure that programs of Debian's packages (by default of the same names) exist: installs
 * missing ones if allowed, else fails with ServiceMissing.
 */
export async function needPrograms(
  service: string,
  programs: readonly string[],
  packages: readonly string[] = programs,
): Promise<void> {
  const paths = `${process.env.PATH}:/usr/sbin:/sbin`
  const areThere = () => Promise.all(programs.map((each) => run('which', [each], { env: { PATH: paths } })))
  try {
    await areThere()
    return
  } catch {
    // Not installed yet.
  }
  const remedy = `install Debian's ${packages.join(', ')}`
  if (process.getuid?.() !== 0) throw new ServiceMissing(service, remedy)
  console.error(`Installing ${packages.join(', ')} for the tests (up to a minute) …`)
  try {
    await run('sh', [installer, ...packages], { maxBuffer: 2 ** 26 })
    await areThere()
  } catch (error) {
    throw new ServiceMissing(service, `${remedy} (${String(error).split('\n')[0]})`)
  }
}
