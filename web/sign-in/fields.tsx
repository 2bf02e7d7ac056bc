import type { ComponentProps } from 'react';
import { TextField } from '#web/forms/text-field.tsx';
import { say } from '#web/saying/say.ts';

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'type'> & { label?: string };

export function EmailField(field: Props) {
  return <TextField label={say('Email')} type="email" autoComplete="username" {...field} />;
}

export function PasswordField(field: Props) {
  return <TextField label={say('Password')} type="password" {...field} />;
}
