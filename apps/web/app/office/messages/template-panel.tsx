import { useState } from 'react';
import { CalendarDays, ChevronRight, Gift, Mail, Pencil, Receipt, type LucideIcon } from 'lucide-react';
import { emailNotices } from '@tiffin/domain/errors';
import { Banner } from '../../ui/banner.tsx';
import { useTemplates } from './compose/use-mail.ts';
import { WholeMail } from './compose/mail-preview.tsx';
import { composeTexts } from './compose/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import styles from './messages.module.css';
import { messageTexts } from './texts.ts';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  order_confirmation: Receipt,
  reservation_confirmation: CalendarDays,
  custom: Pencil,
  promotion: Gift,
};

/** What mails there are, each to be looked at. */
export function TemplatePanel() {
  const { templates, emailEnabled, isPending, isError } = useTemplates();
  const [open, setOpen] = useState<string | null>(null);
  const shown = templates.find(({ id }) => id === open);
  return (
    <Panel title={messageTexts.templates}>
      {isError && <Banner tone="warn">{emailNotices.templatesFailed}</Banner>}
      {!isPending && !isError && !emailEnabled && <Banner tone="warn">{composeTexts.noMailServer}</Banner>}
      <ul className="grid gap-2">
        {templates.map(({ id, name, description }) => {
          const Icon = ICONS[id] ?? Mail;
          return (
            <li key={id}>
              <button
                type="button"
                className={`grid align-center gap-12 icons-20 full-width round-sm text-left ${styles.template}`}
                onClick={() => setOpen(id)}
              >
                <Icon className="soft" aria-hidden="true" />
                <span className="grid">
                  <b className="weight-600">{name}</b>
                  <small className="hint">{description}</small>
                </span>
                <ChevronRight className="soft" aria-hidden="true" />
              </button>
            </li>
          );
        })}
      </ul>
      {shown && (
        <WholeMail
          mail={{
            templateId: shown.id,
            templateData: {
              ...(shown.id === 'custom' && { subject: shown.name, message: shown.defaultMessage }),
              ...(shown.id === 'promotion' && messageTexts.exampleOffer),
            },
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </Panel>
  );
}
