import type { ComponentProps } from 'react';
import { TextField } from '#web/forms/text-field.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'type'> & { label?: string };

export function EmailField(field: Props) {
  return <TextField label="Email" type="email" autoComplete="username" {...field} />;
}

export function PasswordField(field: Props) {
  return <TextField label="Password" type="password" {...field} />;
}
