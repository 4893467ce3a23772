/** Keeps small secrets in the database unreadable without the secret of the installation. */
export interface SecretBox {
  /** `purpose` binds the text to its place: what was sealed for another one does not open. */
  seal(text: string, purpose: string): string
  /** undefined when it was sealed with another secret or for another purpose. */
  open(sealed: string, purpose: string): string | undefined
  /** The same bytes for the same purpose as long as the secret stays. */
  derive(purpose: string, bytes: number): Buffer
}
