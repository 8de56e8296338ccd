import { emailNotices } from '@tiffin/domain/errors';
import { Banner } from '../../../ui/banner.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Field } from '../../../ui/field.tsx';
import { Select, Textarea, TextInput } from '../../../ui/inputs.tsx';
import { LIMITS, withTemplate, WRITABLE, type DraftProblems, type MailDraft } from './draft.ts';
import styles from './mail-fields.module.css';
import { PictureField } from './picture-field.tsx';
import { composeTexts } from './texts.ts';
import { useTemplates } from './use-mail.ts';

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
      {!isPending && !isError && !emailEnabled && <Banner tone="warn">{composeTexts.noMailServer}</Banner>}
      <Field label={composeTexts.template}>
        <Select
          value={draft.templateId}
          onChange={(event) => {
            const template = WRITABLE.find(({ id }) => id === event.target.value);
            if (template) onDraft(withTemplate(draft, template.id));
          }}
        >
          {WRITABLE.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      {draft.templateId === 'promotion' && <OfferFields {...{ draft, problems }} onChange={change} />}
      <Field label={composeTexts.subject} error={problems.subject} required>
        <TextInput
          value={draft.subject}
          maxLength={LIMITS.subject}
          autoComplete="off"
          onChange={(event) => change({ subject: event.target.value })}
        />
      </Field>
      <Field
        label={composeTexts.message}
        error={problems.message}
        hint={composeTexts.nameHint}
        required
        aside={
          <span
            className={classNames('text-xs digits', styles.count, draft.message.length > LIMITS.message && styles.over)}
          >
            {composeTexts.counted(draft.message.length, LIMITS.message)}
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
      <p className="hint">{composeTexts.consent}</p>
      <Field label={composeTexts.offerTitle} error={problems.offerTitle} required>
        <TextInput
          value={draft.offerTitle}
          maxLength={200}
          onChange={(event) => onChange({ offerTitle: event.target.value })}
        />
      </Field>
      <div className={`grid gap-16 ${styles.pair}`}>
        <Field label={composeTexts.validUntil} optional>
          <TextInput
            value={draft.validUntil}
            maxLength={100}
            onChange={(event) => onChange({ validUntil: event.target.value })}
          />
        </Field>
        <Field label={composeTexts.terms} optional>
          <TextInput
            value={draft.terms}
            maxLength={1000}
            onChange={(event) => onChange({ terms: event.target.value })}
          />
        </Field>
      </div>
      <Field label={composeTexts.heading} hint={composeTexts.headingHint} optional>
        <TextInput value={draft.title} maxLength={200} onChange={(event) => onChange({ title: event.target.value })} />
      </Field>
    </>
  );
}
