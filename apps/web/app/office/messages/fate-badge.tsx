import { Ban, Check, CircleAlert, Inbox, LoaderCircle, type LucideIcon } from 'lucide-react';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { messageTexts } from './texts.ts';
import type { Message } from './use-messages.ts';

const LOOKS: Readonly<Record<Message['status'], readonly [Tone, LucideIcon]>> = {
  queued: ['info', LoaderCircle],
  sending: ['info', LoaderCircle],
  sent: ['ok', Check],
  outbox: ['neutral', Inbox],
  failed: ['bad', CircleAlert],
  cancelled: ['neutral', Ban],
};

/** What became of a message, as an icon and a word. */
export function FateBadge({ status }: { status: Message['status'] }) {
  const [tone, Icon] = LOOKS[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {messageTexts.statuses[status]}
    </Badge>
  );
}
