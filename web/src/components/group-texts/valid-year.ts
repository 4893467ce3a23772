import { limits } from '#contract/limits.ts'

export const yearRange = () => ({ min: limits.yearMin, max: new Date().getFullYear() + 1 })

export const isValidYear = (text: string): boolean => {
  const { min, max } = yearRange()
  return /^\d{4}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max
}
