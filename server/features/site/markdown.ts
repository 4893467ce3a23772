import markdownIt from 'markdown-it'

// HTML in the text is shown as text, and only http, https and mailto addresses become links.
const renderer = markdownIt({ html: false, linkify: true, breaks: true }).disable('image')
const isAllowed = renderer.validateLink
renderer.validateLink = (url) => isAllowed(url) && (!/^[a-z][a-z0-9+.-]*:/i.test(url) || /^(https?|mailto):/i.test(url))
renderer.renderer.rules.link_open = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet('rel', 'noopener nofollow')
  return self.renderToken(tokens, index, options)
}

/** The text of an operator as HTML. */
export const markdown = (text: string): string => renderer.render(text)

export const escaped = (text: string): string => renderer.utils.escapeHtml(text)
