import sharp from 'sharp'

/** A person of 200 x 240 pixels, drawn so that a face detector sees a face. */
const person = `
<defs>
  <radialGradient id="skin" cx="45%" cy="40%" r="65%">
    <stop offset="0" stop-color="#f0c8a8"/><stop offset=".6" stop-color="#d9a583"/><stop offset="1" stop-color="#9c6b4e"/>
  </radialGradient>
  <filter id="soft"><feGaussianBlur stdDeviation="1.5"/></filter>
</defs>
<g filter="url(#soft)">
  <path d="M20 240 Q30 195 80 188 L120 188 Q170 195 180 240Z" fill="#34506b"/>
  <rect x="80" y="160" width="40" height="40" fill="#b98263"/>
  <ellipse cx="100" cy="88" rx="62" ry="72" fill="#3a2a1e"/>
  <ellipse cx="100" cy="108" rx="50" ry="66" fill="url(#skin)"/>
  <path d="M50 90 Q60 48 100 46 Q140 48 150 90 Q138 62 100 62 Q62 62 50 90Z" fill="#3a2a1e"/>
  <ellipse cx="80" cy="98" rx="14" ry="7" fill="#8a5c44" opacity=".6"/>
  <ellipse cx="120" cy="98" rx="14" ry="7" fill="#8a5c44" opacity=".6"/>
  <ellipse cx="80" cy="99" rx="10" ry="5" fill="#f4efe8"/>
  <ellipse cx="120" cy="99" rx="10" ry="5" fill="#f4efe8"/>
  <circle cx="80" cy="99" r="4.6" fill="#2b1a10"/>
  <circle cx="120" cy="99" r="4.6" fill="#2b1a10"/>
  <path d="M64 86 Q79 78 94 86" stroke="#2e2017" stroke-width="5" fill="none"/>
  <path d="M106 86 Q121 78 136 86" stroke="#2e2017" stroke-width="5" fill="none"/>
  <path d="M97 98 Q94 118 90 126 Q100 134 110 126 Q106 118 103 98" fill="#c08a69"/>
  <path d="M91 127 Q100 133 109 127" stroke="#6e432f" stroke-width="3" fill="none"/>
  <path d="M80 145 Q100 138 120 145 Q100 160 80 145Z" fill="#a64b45"/>
  <path d="M80 146 Q100 149 120 146" stroke="#5e2622" stroke-width="2" fill="none"/>
  <path d="M88 160 Q100 165 112 160" stroke="#a87658" stroke-width="3" fill="none"/>
</g>`

export interface DrawnPerson {
  readonly x: number
  readonly y: number
  /** Of the person; the height is 1.2 times as much. */
  readonly width: number
}

/** A JPEG of 640 x 480 pixels with people at these places, in pixels. */
export const drawPeople = (people: readonly DrawnPerson[]): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">
<rect width="640" height="480" fill="#8f9a8c"/>
${people.map(({ x, y, width }) => `<g transform="translate(${x} ${y}) scale(${width / 200})">${person}</g>`).join('\n')}
</svg>`),
  )
    .jpeg({ quality: 90 })
    .toBuffer()
