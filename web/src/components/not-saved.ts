type Entries<Text> = Readonly<Record<string, Text>>

/** What was typed on while the rest was being saved. */
export const notSaved = <Text>(entries: Entries<Text>, saved: Entries<Text>): Entries<Text> =>
  Object.fromEntries(Object.entries(entries).filter(([key, text]) => saved[key] !== text))
