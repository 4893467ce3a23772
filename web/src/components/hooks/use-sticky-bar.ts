import { type RefObject, useEffect, useRef } from 'react'

const isTextField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')

/** Keeps what has the focus clear of a bar at the bottom of the screen: by the browser's own scrolling, and while a text grows. */
export const useStickyBar = <Bar extends HTMLElement = HTMLDivElement>(): RefObject<Bar | null> => {
  const bar = useRef<Bar>(null)
  useEffect(() => {
    const page = document.documentElement
    const coveredHeight = () =>
      bar.current && getComputedStyle(bar.current).position === 'sticky' ? bar.current.offsetHeight : 0
    const keepRoom = () => {
      // With letters so large, it would cover most of the page.
      bar.current?.toggleAttribute('data-tall', bar.current.offsetHeight > window.innerHeight / 3)
      page.style.setProperty('--bar-height', `${coveredHeight()}px`)
    }
    const clear = ({ target }: Event) => {
      if (!bar.current || !isTextField(target) || bar.current.contains(target) || coveredHeight() === 0) return
      if (target.getBoundingClientRect().bottom > bar.current.getBoundingClientRect().top)
        target.scrollIntoView({ block: 'nearest' })
    }
    const resized = new ResizeObserver(keepRoom)
    if (bar.current) resized.observe(bar.current)
    document.addEventListener('focusin', clear)
    document.addEventListener('input', clear)
    return () => {
      resized.disconnect()
      document.removeEventListener('focusin', clear)
      document.removeEventListener('input', clear)
      page.style.removeProperty('--bar-height')
    }
  }, [])
  return bar
}
