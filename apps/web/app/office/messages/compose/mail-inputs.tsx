import { MESSAGE_MAX } from '@tiffin/domain/messages';
import { say } from '@tiffin/domain/core';
import { PictureField } from '../../../shared/page/picture-field.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { formatCount } from '../../../ui/figures.tsx';
import { CheckField, SelectField, TextareaField, TextField } from '../../../ui/form-fields.tsx';
import { NamedOptions } from '../../../ui/inputs.tsx';
import type { OpenForm } from '../../../ui/use-form.ts';
import styles from '../messages.module.css';
import { withTemplate, WRITABLE_TEMPLATES, type MailFields } from './draft.ts';
import { useTemplates } from './use-mail.ts';

interface MailInputsProps {
  form: OpenForm<MailFields>;
  /** A message to several people is an offer unless it is about their own orders or bookings. */
  isForSeveral: boolean;
  /** The message is about what its recipients booked or ordered on one day, so it cannot be an offer. */
  isService: boolean;
}

export function MailInputs({ form: { at, draft, set }, isForSeveral, isService }: MailInputsProps) {
  const isOffer = !isService && (draft.templateId === 'promotion' || (isForSeveral && !draft.isAboutOwnOrders));
  return (
    <div className="stack gap-16 content-start">
      <MailServerNote {...useTemplates()} />
      {isService ? (
        <p className="hint">{say`They get it also without having agreed to offers. So write only about what they booked or ordered.`}</p>
      ) : (
        <SelectField
          {...at('templateId')}
          onValue={(value) => {
            const template = WRITABLE_TEMPLATES.find(({ id }) => id === value);
            if (template) set(withTemplate(draft, template.id));
          }}
        >
          <NamedOptions options={WRITABLE_TEMPLATES} />
        </SelectField>
      )}
      {draft.templateId === 'custom' && isForSeveral && !isService && <CheckField {...at('isAboutOwnOrders')} />}
      {isOffer && (
        <p className="hint">{say`Only people who agreed to receive offers get this email. Each can unsubscribe with one click.`}</p>
      )}
      {draft.templateId === 'promotion' && (
        <>
          <TextField {...at('offerTitle')} />
          <div className={`grid gap-16 ${styles.pair}`}>
            <TextField {...at('validUntil')} />
            <TextField {...at('terms')} />
          </div>
          <TextField {...at('title')} />
        </>
      )}
      <TextField {...at('subject')} />
      <TextareaField
        {...at('message')}
        rows={7}
        aside={
          <span
            className={classNames('text-xs digits', draft.message.length > MESSAGE_MAX ? 'weight-600 danger' : 'soft')}
          >
            {say`${formatCount(draft.message.length)} of ${formatCount(MESSAGE_MAX)}`}
          </span>
        }
      />
      <PictureField
        {...at('imageUrl')}
        value={draft.imageUrl ?? ''}
        onValue={(url) => set({ imageUrl: url || null })}
      />
    </div>
  );
}

export function MailServerNote({ emailEnabled, isPending, isError }: ReturnType<typeof useTemplates>) {
  if (isPending || (emailEnabled && !isError)) return null;
  return (
    <Banner tone="warn" announce="status">
      {isError
        ? say`Failed to get email templates`
        : say`No mail server is set up. Emails stay in the outbox and are not sent.`}
    </Banner>
  );
}
