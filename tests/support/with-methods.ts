/** The object with some of its methods replaced; all others run on the object itself. */
export const withMethods = <T extends object>(object: T, methods: Partial<T>): T =>
  new Proxy(object, {
    get(target, key) {
      const replaced = Reflect.get(methods, key)
      if (replaced !== undefined) return replaced
      const value = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
