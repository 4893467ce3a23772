import { Button } from '@mantine/core'
import { useState } from 'react'
import { NewPasswordField } from '#web/features/admin/shared/auth/password-field.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { generatePassword } from './generate-password.ts'
import style from './given-password.module.css'

interface GivenPasswordProps {
  readonly id: string
  readonly label: string
  readonly username: string
  readonly value: string
  readonly onChange: (password: string) => void
}

/** A password for another person: typed, or generated and then shown. */
export const GivenPassword = ({ value, onChange, ...field }: GivenPasswordProps) => {
  const { t } = useTexts()
  const [generated, setGenerated] = useState<string>()
  const generate = () => {
    const password = generatePassword()
    setGenerated(password)
    onChange(password)
  }
  return (
    <div className={style.given}>
      <NewPasswordField {...field} visible={value !== '' && value === generated} value={value} onChange={onChange} />
      <Button variant="default" h={44} onClick={generate}>
        {t('accounts.generate')}
      </Button>
    </div>
  )
}
