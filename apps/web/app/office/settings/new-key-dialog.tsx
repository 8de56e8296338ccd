import { useState, type FormEvent } from 'react';
import { newKey } from '../../shared/api/new-key.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toasts.ts';
import styles from './new-key-dialog.module.css';
import { settingsTexts as texts } from './texts.ts';
import { useCreateApiKey, type ApiKey } from './use-settings.ts';

/** Names a key, makes it, and shows it this once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<ApiKey['kind']>('admin');
  const [checked, setChecked] = useState(false);
  const [request] = useState(newKey);
  const [made, setMade] = useState<string | null>(null);
  const create = useCreateApiKey();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (name.trim() === '') return;
    try {
      const { key } = await create.mutateAsync({ key: request, name: name.trim(), kind });
      setMade(key);
    } catch (error) {
      toast.error(texts.keyFailed, { description: wordsFor(error) });
    }
  }

  if (made !== null) return <MadeKey apiKey={made} onClose={onClose} />;
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={texts.newKey}
      footer={
        <Button type="submit" form="new-key" busy={create.isPending}>
          {texts.createKey}
        </Button>
      }
    >
      <form id="new-key" noValidate className="grid gap-16" onSubmit={(event) => void submit(event)}>
        <Field
          label={texts.keyName}
          hint={texts.keyNameHint}
          error={checked && name.trim() === '' ? texts.keyNameRequired : null}
          required
        >
          <TextInput
            value={name}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Segmented<ApiKey['kind']>
          legend={texts.keyKind}
          options={[
            { value: 'admin', label: texts.kinds.admin },
            { value: 'customer', label: texts.kinds.customer },
          ]}
          value={kind}
          onValue={setKind}
        />
      </form>
    </Dialog>
  );
}

/** Closes only by its button: a click beside it must not lose the key. */
function MadeKey({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  return (
    <Dialog
      open
      size="sm"
      dismissable={false}
      onClose={onClose}
      title={texts.newKey}
      footer={<Button onClick={onClose}>{texts.done}</Button>}
    >
      <div className="grid gap-16">
        <Banner tone="warn">{texts.keyCreated}</Banner>
        <div className={`row gap-8 round-md quiet ${styles.key}`}>
          <code className="grow min-width-0 text-sm break-anywhere">{apiKey}</code>
          <CopyButton text={apiKey} label={texts.copy} copied={texts.copied} failed={texts.copyFailed} />
        </div>
      </div>
    </Dialog>
  );
}
