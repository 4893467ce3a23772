import sharp from 'sharp'

export interface Scene {
  readonly name: string
  readonly caption: string
  readonly bytes: Buffer
}

interface Drawing {
  readonly name: string
  readonly caption: string
  readonly wall: string
  readonly table: string
  readonly tall?: boolean
  /** Shapes on a ground of 1200 x 900, the table's edge at 620. */
  readonly shapes: string
}

const drawings: readonly Drawing[] = [
  {
    name: 'hocker.jpg',
    caption: 'Ein Hocker aus Resten von Esche und Eiche',
    wall: '#d9c9ae',
    table: '#8a6a48',
    shapes: `<g fill="#b9793f"><path d="M430 330h340l22 46H408z"/><path d="M438 376l-66 420h44l70-420zM762 376l66 420h-44l-70-420z" fill="#9c6130"/>
      <path d="M412 610h376v30H407z" fill="#7d4a22"/></g>`,
  },
  {
    name: 'lampe.jpg',
    caption: 'Die Lampe leuchtet',
    wall: '#2f3a46',
    table: '#5b4634',
    tall: true,
    shapes: `<circle cx="600" cy="420" r="420" fill="#f6c65b" opacity=".18"/><path d="M470 250h260l80 210H390z" fill="#f2b544"/>
      <path d="M588 460h24v240h-24z" fill="#1f2730"/><ellipse cx="600" cy="715" rx="130" ry="26" fill="#1f2730"/>`,
  },
  {
    name: 'schale.jpg',
    caption: 'Schale, zweiter Brand',
    wall: '#c8d3cf',
    table: '#e9e2d4',
    shapes: `<path d="M340 470c20 210 120 260 260 260s240-50 260-260z" fill="#2f6f78"/><ellipse cx="600" cy="470" rx="260" ry="56" fill="#78b3b4"/>
      <ellipse cx="600" cy="478" rx="215" ry="40" fill="#3b8089"/><path d="M520 735h160l20 36H500z" fill="#24575f"/>`,
  },
  {
    name: 'fahrrad.jpg',
    caption: 'Anhänger für den Wochenmarkt',
    wall: '#b7c4a1',
    table: '#6d7561',
    shapes: `<g fill="none" stroke="#26303a" stroke-width="16"><circle cx="400" cy="600" r="150"/><circle cx="820" cy="600" r="150"/>
      <path d="M400 600l120-240h220l80 240M520 360l110 240H400M630 600l110-240M505 330h80M735 330h70" stroke="#b3402e" stroke-width="20"/></g>`,
  },
  {
    name: 'regal.jpg',
    caption: '',
    wall: '#e7dccb',
    table: '#a9845c',
    tall: true,
    shapes: `<g fill="#8c5a34"><path d="M300 120h30v660h-30zM870 120h30v660h-30zM300 150h600v26H300zM300 360h600v26H300zM300 570h600v26H300z"/></g>
      <path d="M350 230h40v130h-40z" fill="#3d5a80"/><path d="M396 210h34v150h-34z" fill="#c8553d"/><path d="M436 240h46v120h-46z" fill="#588157"/>
      <circle cx="760" cy="300" r="60" fill="#d9a441"/><path d="M620 470h150v100H620z" fill="#6b4a7d"/><path d="M380 450c60-60 120-60 120 120H370z" fill="#4f772d"/>`,
  },
  {
    name: 'druck.jpg',
    caption: 'Linoldruck, Auflage 12, handgezogen auf Büttenpapier aus der eigenen Werkstatt',
    wall: '#f1ece2',
    table: '#c9bda6',
    shapes: `<path d="M330 130h540v640H330z" fill="#fffdf7"/><circle cx="600" cy="360" r="150" fill="#c63d2f"/>
      <path d="M380 640c80-160 150-160 220-40 60-120 150-90 220 40v80H380z" fill="#1d3557"/>`,
  },
]

/** A picture of something made in a workshop, drawn, in the size of a small photo. */
const draw = async ({ wall, table, tall, shapes }: Drawing): Promise<Buffer> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${tall ? '250 0 700 900' : '0 0 1200 900'}" width="${tall ? 1050 : 1600}" height="${tall ? 1350 : 1200}">
    <defs><linearGradient id="light" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".35"/><stop offset="1" stop-opacity=".3"/></linearGradient>
    <filter id="soft"><feGaussianBlur stdDeviation="14"/></filter></defs>
    <rect width="1200" height="900" fill="${wall}"/><rect y="660" width="1200" height="240" fill="${table}"/>
    <ellipse cx="600" cy="775" rx="330" ry="36" opacity=".35" filter="url(#soft)"/>${shapes}<rect width="1200" height="900" fill="url(#light)"/></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer()
}

let drawn: Promise<Scene[]> | undefined

/** Six pictures, drawn once. */
export const scenes = (): Promise<Scene[]> => {
  drawn ??= Promise.all(
    drawings.map(async (drawing) => ({
      name: drawing.name,
      caption: drawing.caption,
      bytes: await draw(drawing),
    })),
  )
  return drawn
}
