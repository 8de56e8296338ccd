import { useState, type FormEvent } from 'react';
import { Search, ShieldCheck } from 'lucide-react';
import { officePaths } from '../../office-paths.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { hashAfter, useHash } from '../../shared/page/hash.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState, IconState } from '../../ui/states.tsx';
import { FoundPersonPanel } from './found-person.tsx';
import { lookupOf } from './lookup.ts';
import { texts } from './texts.ts';
import { usePreview } from './use-forget.ts';

const HASH = '#privacy/';

/** Erases a guest or an account: find, look, confirm. A link may name the person: `#privacy/TRU-20261120-K7QWX`. */
export default function PrivacySection() {
  const linked = hashAfter(HASH, useHash(''));
  return <ForgetGuest key={linked} linked={linked} />;
}

function ForgetGuest({ linked }: { linked: string }) {
  const isAccount = lookupOf(linked)?.userId !== undefined;
  const [typed, setTyped] = useState(isAccount ? '' : linked);
  const [searched, setSearched] = useState(linked);
  const [problem, setProblem] = useState<string | null>(null);
  const [isErased, setIsErased] = useState(false);
  const lookup = isErased ? null : lookupOf(searched);
  const preview = usePreview(lookup);

  function look(event: FormEvent) {
    event.preventDefault();
    setIsErased(false);
    if (lookupOf(typed) === null) {
      setProblem(texts.wrongSearch);
      return;
    }
    // After an erasure the search begins again by itself.
    if (lookup !== null && typed === searched) void preview.refetch();
    else setSearched(typed);
  }

  return (
    <div className="stack gap-14">
      <h1>{texts.title}</h1>
      <Panel title={texts.find} explain={texts.findNote}>
        <form noValidate className="stack gap-12" onSubmit={look}>
          <Field label={texts.search} hint={texts.searchHint} error={problem} required>
            <TextInput
              value={typed}
              maxLength={200}
              autoComplete="off"
              onChange={(event) => {
                setTyped(event.target.value);
                setProblem(null);
              }}
            />
          </Field>
          <div className="row flex-wrap gap-12">
            <Button type="submit" busy={preview.isFetching}>
              <Search aria-hidden="true" />
              {texts.look}
            </Button>
          </div>
        </form>
        <p className="hint">
          {texts.retention} <TextLink href={officePaths.settings()}>{texts.retentionLink}</TextLink>
        </p>
      </Panel>
      {preview.isLoading && <SkeletonRows label={texts.loading} rows={3} height={56} />}
      {preview.isError && !preview.isFetching && (
        <ErrorState title={texts.loadFailed} text={errorText(preview.error)}>
          <Button onClick={() => void preview.refetch()}>{texts.tryAgain}</Button>
        </ErrorState>
      )}
      {isErased && <IconState title={texts.done} text={texts.doneText} icon={<ShieldCheck aria-hidden="true" />} />}
      {lookup && preview.data && (
        <FoundPersonPanel
          person={preview.data}
          lookup={lookup}
          onErased={() => setIsErased(true)}
          onAccount={(userId) => {
            location.hash = officePaths.forgetUser(userId);
          }}
        />
      )}
    </div>
  );
}
