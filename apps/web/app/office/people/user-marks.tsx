import { Check, X } from 'lucide-react';
import type { Role } from '@tiffin/domain/people';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { ROLE_NAMES, texts } from './texts.ts';
import styles from './user-marks.module.css';

const TONES: Readonly<Record<Role, Tone>> = { customer: 'neutral', staff: 'info', manager: 'info', admin: 'plum' };

export function RoleBadge({ role }: { role: Role }) {
  return <Badge tone={TONES[role]}>{ROLE_NAMES[role]}</Badge>;
}

export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <Badge tone="ok" icon={<Check aria-hidden="true" />}>
      {texts.active}
    </Badge>
  ) : (
    <Badge icon={<X aria-hidden="true" />}>{texts.inactive}</Badge>
  );
}

/** 'Priya Sharma' → PS */
export function Initials({ name }: { name: string }) {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '');
  return (
    <span className={`center no-shrink pill tinted ink weight-640 ${styles.initials}`} aria-hidden="true">
      {letters.join('').toUpperCase()}
    </span>
  );
}
