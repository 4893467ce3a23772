import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import manifest from '#package.json' with { type: 'json' }

/**
 * `npm run sbom [file]`: what this version is made of, from the lock file, as CycloneDX. The pages are built of
 * development dependencies, so these are in it too.
 */
const [file = 'sbom.cdx.json'] = process.argv.slice(2)
const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
const sbom = JSON.parse(
  execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 2 ** 27, stdio: ['ignore', 'pipe', 'ignore'] }),
)
const own: { name: string; 'bom-ref': string; purl: string } = sbom.metadata.component
// npm takes the name of the folder.
const ref = own['bom-ref']
Object.assign(own, {
  name: manifest.name,
  'bom-ref': `${manifest.name}@${manifest.version}`,
  purl: `pkg:npm/${manifest.name}@${manifest.version}`,
})
for (const dependency of sbom.dependencies) if (dependency.ref === ref) dependency.ref = own['bom-ref']
writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`)
console.log(`${file}: ${sbom.components.length} components`)
