import { emailNotices } from '@tiffin/domain/errors';
import { say } from '@tiffin/domain/core';
import { Banner } from '../../../ui/banner.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Field, FieldError } from '../../../ui/field.tsx';
import { Select, Textarea, TextInput } from '../../../ui/inputs.tsx';
import { LIMITS, withTemplate, WRITABLE_TEMPLATES, type DraftProblems, type MailDraft } from './draft.ts';
import { useTemplates } from './use-mail.ts';
import { useId, useRef } from 'react';
import { ImagePlus, Trash2 } from 'lucide-react';
import { IMAGE_TYPES } from '@tiffin/domain/menu';
import { useBrandImage } from '../../../shared/api/brand-image.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Progress, formatCount } from '../../../ui/figures.tsx';
import styles from '../messages.module.css';

interface Props {
  draft: MailDraft;
  problems: DraftProblems;
  onDraft: (draft: MailDraft) => void;
}

export function MailFields({ draft, problems, onDraft }: Props) {
  const { emailEnabled, isPending, isError } = useTemplates();
  const change = (what: Partial<MailDraft>) => onDraft({ ...draft, ...what });
  return (
    <div className="stack gap-16 content-start">
      {isError && (
        <Banner tone="warn" announce="status">
          {emailNotices.templatesFailed}
        </Banner>
      )}
      {!isPending && !isError && !emailEnabled && (
        <Banner tone="warn">{say`No mail server is set up. Emails stay in the outbox and are not sent.`}</Banner>
      )}
      <Field label={say`Template`}>
        <Select
          value={draft.templateId}
          onChange={(event) => {
            const template = WRITABLE_TEMPLATES.find(({ id }) => id === event.target.value);
            if (template) onDraft(withTemplate(draft, template.id));
          }}
        >
          {WRITABLE_TEMPLATES.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      {draft.templateId === 'promotion' && <OfferFields {...{ draft, problems }} onChange={change} />}
      <Field label={say`Subject`} error={problems.subject} required>
        <TextInput
          value={draft.subject}
          maxLength={LIMITS.subject}
          autoComplete="off"
          onChange={(event) => change({ subject: event.target.value })}
        />
      </Field>
      <Field
        label={say`Message`}
        error={problems.message}
        hint={say`{customerName} is replaced by the recipient’s name.`}
        required
        aside={
          <span
            className={classNames(
              'text-xs digits',
              draft.message.length > LIMITS.message ? 'weight-600 danger' : 'soft',
            )}
          >
            {say`${formatCount(draft.message.length)} of ${formatCount(LIMITS.message)}`}
          </span>
        }
      >
        <Textarea rows={7} value={draft.message} onChange={(event) => change({ message: event.target.value })} />
      </Field>
      <PictureField imageUrl={draft.imageUrl} onImage={(imageUrl) => change({ imageUrl })} />
    </div>
  );
}

function OfferFields({
  draft,
  problems,
  onChange,
}: Omit<Props, 'onDraft'> & { onChange: (what: Partial<MailDraft>) => void }) {
  return (
    <>
      <p className="hint">{say`Only people who agreed to receive offers get this email. Each can unsubscribe with one click.`}</p>
      <Field label={say`Offer`} error={problems.offerTitle} required>
        <TextInput
          value={draft.offerTitle}
          maxLength={200}
          onChange={(event) => onChange({ offerTitle: event.target.value })}
        />
      </Field>
      <div className={`grid gap-16 ${styles.pair}`}>
        <Field label={say`Valid until`} optional>
          <TextInput
            value={draft.validUntil}
            maxLength={100}
            onChange={(event) => onChange({ validUntil: event.target.value })}
          />
        </Field>
        <Field label={say`Terms`} optional>
          <TextInput
            value={draft.terms}
            maxLength={1000}
            onChange={(event) => onChange({ terms: event.target.value })}
          />
        </Field>
      </div>
      <Field label={say`Heading`} hint={say`Above the offer; the offer itself when empty.`} optional>
        <TextInput value={draft.title} maxLength={200} onChange={(event) => onChange({ title: event.target.value })} />
      </Field>
    </>
  );
}

/** A picture for the mail, hosted by us, because sent mails keep loading it. */
function PictureField({ imageUrl, onImage }: { imageUrl: string | null; onImage: (url: string | null) => void }) {
  const { share, problem, keep } = useBrandImage(say`The picture could not be saved`, onImage);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  return (
    <div className="grid gap-6 items-start">
      <input
        ref={input}
        id={id}
        type="file"
        accept={IMAGE_TYPES.join(',')}
        className="sr-only"
        tabIndex={-1}
        aria-label={say`Picture`}
        onChange={(event) => {
          keep(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {imageUrl ? (
        <div className={`relative ${styles.chosen}`}>
          <img className="round-md" src={imageUrl} alt="" />
          <IconButton className="absolute" label={say`Remove the picture`} look="plain" onClick={() => onImage(null)}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
      ) : (
        <>
          <Button look="line" busy={share !== null} onClick={() => input.current?.click()}>
            <ImagePlus aria-hidden="true" />
            {say`Choose a picture`}
          </Button>
          <p className="hint">{say`JPEG, PNG or WebP, at most 2MB.`}</p>
        </>
      )}
      {share !== null && <Progress label={say`Uploading the picture`} value={share} />}
      <FieldError error={problem} />
    </div>
  );
}
