import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ServiceMissing } from './service.ts'

const run = promisify(execFile)

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
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // Another run may be installing at this moment.
  const options = ['-o', 'DPkg::Lock::Timeout=120', '-y', '--no-install-recommends']
  try {
    await run('apt-get', ['update'], { env })
    await run('apt-get', ['install', ...options, ...packages], { env, maxBuffer: 2 ** 26 })
    await areThere()
  } catch (error) {
    throw new ServiceMissing(service, `${remedy} (${String(error).split('\n')[0]})`)
  }
}
