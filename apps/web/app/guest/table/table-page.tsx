import { Suspense, useState, type SubmitEvent } from 'react';
import { say } from '@tiffin/domain/core';
import { TABLE_LIMITS } from '@tiffin/domain/tabs';
import { paths } from '../../paths.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { api } from '../../shared/api/api.ts';
import { latePart } from '../../shared/offline/late-part.ts';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { LanguageSwitch } from '../../shared/site/language-switch.tsx';
import { setTableAccess, useTableAccess } from './table-access.ts';
import { TableHead, type TablePageProps } from './table-head.tsx';
import styles from './table.module.css';

/** Loaded after the code is known, so that a photographed code costs little. */
const TableParty = latePart(async () => (await import('./table-party.tsx')).TableParty);

/** The page behind the printed code of a table. */
export function TablePage(props: TablePageProps) {
  const { table, location } = props;
  const access = useTableAccess(location.tableId);
  if (!access) return <EnterCode {...props} />;
  return (
    <Suspense
      fallback={
        <TableHead name={table.tableName} location={location}>
          <Spinner />
        </TableHead>
      }
    >
      <TableParty key={access.token} {...props} access={access} />
    </Suspense>
  );
}

/** Asks for the code of the party, which a photograph of the printed code does not show. */
function EnterCode({ table, location }: TablePageProps) {
  const [code, setCode] = useState('');
  const [typedName, setTypedName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const hydrated = useHydrated();
  async function join(event: SubmitEvent) {
    event.preventDefault();
    if (busy) return;
    if (code.trim() === '') return setProblem(say`Type the code of your table first.`);
    setBusy(true);
    setProblem(null);
    try {
      const { token, name } = await api('joinTable', {
        body: { tableId: location.tableId, code, name: typedName.trim() || undefined },
      });
      setTableAccess(location.tableId, { token, name });
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      if (status === 429)
        setProblem(say`Too many wrong codes were typed. Please ask your waiter for the long code of your table.`);
      else setProblem(status === 409 ? (error as ApiError).message : say`No answer came. Please try again.`);
      setBusy(false);
    }
  }
  return (
    <>
      <TableHead name={table.tableName} location={location}>
        <LanguageSwitch />
      </TableHead>
      <div className={`stack gap-24 ${styles.narrow}`}>
        {table.isOn ? (
          <form className="stack gap-16" noValidate inert={!hydrated} onSubmit={(event) => void join(event)}>
            {!table.isSeated && (
              <Banner>{say`Nobody sits at this table yet. Your waiter seats you and gives you its code.`}</Banner>
            )}
            <Field
              label={say`The code of your table`}
              hint={say`Your waiter has it. It changes with every party, so nobody orders from a photograph.`}
              error={problem}
            >
              <TextInput
                className={styles.code}
                name="code"
                value={code}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={12}
                onChange={(event) => {
                  setCode(event.target.value);
                  setProblem(null);
                }}
              />
            </Field>
            <Field
              label={say`Your name`}
              hint={say`Your table and your waiter see what is yours. It is forgotten when you leave.`}
              optional
            >
              <TextInput
                name="given-name"
                value={typedName}
                autoComplete="given-name"
                maxLength={TABLE_LIMITS.name}
                onChange={(event) => setTypedName(event.target.value)}
              />
            </Field>
            <Button type="submit" size="lg" block busy={busy}>
              {say`Join the table`}
            </Button>
          </form>
        ) : (
          <Banner>{say`You cannot order by phone at this table. Your waiter takes your order.`}</Banner>
        )}
        <LinkButton look="quiet" block href={paths.menu(location.id)}>
          {say`Only look at the menu`}
        </LinkButton>
      </div>
    </>
  );
}
