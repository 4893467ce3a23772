import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A separate file system that can become full or read-only without harm. */
export interface SmallDisk extends AsyncDisposable {
  /** Where it is mounted. */
  readonly folder: string
  freeBytes(): Promise<number>
  /** Uses all space except `leave` bytes. */
  fill(leave?: number): Promise<void>
  /** Frees the space. */
  empty(): Promise<void>
  /** Not possible while a file is open for writing. */
  remount(how: 'ro' | 'rw'): Promise<void>
}

/** Mounting is for root, and not allowed in most containers. */
export async function canMount(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false
  const folder = await mkdtemp(join(tmpdir(), 'werkschau-mount-'))
  try {
    await run('mount', ['-t', 'tmpfs', 'tmpfs', folder])
    await run('umount', [folder])
    return true
  } catch {
    return false
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function diskAt(folder: string, dispose: () => Promise<void>): SmallDisk {
  const ballast = join(folder, 'ballast')
  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  }
  return {
    folder,
    freeBytes,
    async fill(leave = 0) {
      await using file = await open(ballast, 'a')
      for (let size = 2 ** 20; size >= 1; ) {
        const room = (await freeBytes()) - leave
        if (room <= 0) return
        const bytes = Buffer.alloc(Math.min(size, room), 'x')
        const written = await file.write(bytes).then(
          ({ bytesWritten }) => bytesWritten,
          () => 0,
        )
        if (written < bytes.length) size = Math.floor(size / 2)
      }
    },
    empty: () => rm(ballast, { force: true }),
    async remount(how) {
      await run('mount', ['-o', `remount,${how}`, folder])
    },
    [Symbol.asyncDispose]: dispose,
  }
}

async function unmount(folder: string): Promise<void> {
  await run('umount', [folder]).catch(() => run('umount', ['--lazy', folder]))
}

/** A disk in memory, in a new folder unless one is given. */
export async function memoryDisk(megabytes: number, at?: string): Promise<SmallDisk> {
  const folder = at ?? (await mkdtemp(join(tmpdir(), 'werkschau-disk-')))
  await mkdir(folder, { recursive: true })
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  return diskAt(folder, async () => {
    await unmount(folder)
    await rm(folder, { recursive: true, force: true })
  })
}

export interface FailingDisk extends SmallDisk {
  /** Like a kernel that finds the disk damaged: makes it read-only. */
  becomeReadOnly(): Promise<void>
  /** Repairs the unused disk and mounts it again. */
  repair(): Promise<void>
}

/** ext4 in a file; undefined if this machine cannot create one. */
export async function failingDisk(megabytes: number): Promise<FailingDisk | undefined> {
  const place = await mkdtemp(join(tmpdir(), 'werkschau-disk-'))
  const image = join(place, 'image')
  const folder = join(place, 'disk')
  const mount = () => run('mount', ['-o', 'loop,errors=remount-ro', image, folder])
  const dispose = async () => {
    await unmount(folder).catch(() => undefined)
    await rm(place, { recursive: true, force: true })
  }
  try {
    await mkdir(folder)
    await run('truncate', ['-s', `${megabytes}M`, image])
    await run('mkfs.ext4', ['-q', '-F', image])
    await mount()
  } catch {
    await dispose()
    return undefined
  }
  return {
    ...diskAt(folder, dispose),
    async becomeReadOnly() {
      const { stdout } = await run('findmnt', ['-no', 'SOURCE', folder])
      const device = stdout.trim().replace('/dev/', '')
      await using trigger = await open(`/sys/fs/ext4/${device}/trigger_fs_error`, 'w')
      await trigger.write('a test')
    },
    async repair() {
      await run('umount', [folder])
      // Its exit code is 1 if it has repaired something.
      await run('fsck.ext4', ['-p', image]).catch(() => undefined)
      await mount()
    },
  }
}
