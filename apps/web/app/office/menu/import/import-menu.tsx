import { useState } from 'react';
import { ArrowLeft, FileUp } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import type { GlutenCereal } from '@tiffin/domain/menu';
import { saveCsv, saveFile } from '../../../shared/api/save-csv.ts';
import { useAction } from '../../../shared/api/use-action.ts';
import { useOnline } from '../../../shared/offline/online.ts';
import { Chips } from '../../../ui/choices.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { formatCount } from '../../../ui/figures.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { api } from '../../../shared/api/api.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import { DropZone } from '../drop-zone.tsx';
import type { EditedMenu } from '../menu-data.ts';
import { GroupDialog } from '../options/group-dialog.tsx';
import { useGroups } from '../options/groups-data.ts';
import {
  textAsFile,
  IMPORT_CHANGES,
  planFromError,
  readChosenFile,
  type ChosenFile,
  type ImportPlan,
  type ImportResult,
} from './import-data.ts';
import { unstatedDishes } from './allergen-review.tsx';
import { ImportPreview } from './import-preview.tsx';
import { STARTERS } from './starters.ts';
import { RecentImports, ImportedPanel } from './recent-imports.tsx';
import styles from './moving.module.css';

const OFFLINE = say`Menus can be imported and exported once the connection is back.`;

interface ImportMenuProps {
  menu: EditedMenu;
  isFromSetUp: boolean;
  onReview: () => void;
  onClose: () => void;
}

/** Exports the menu as a file, and imports one after a preview of its changes. */
export function ImportMenu({ menu, isFromSetUp, onReview, onClose }: ImportMenuProps) {
  const { location, places, dishes } = menu;
  const online = useOnline();
  const [locationIds, setLocationIds] = useState([location.id]);
  const [newGroupName, setNewGroupName] = useState<string | null>(null);
  const { data: groups = [] } = useGroups();
  const menuImport = useMenuImport(locationIds);
  const { preview, done, problem } = menuImport;
  /** Why a menu can be neither imported nor exported. */
  const blocked = !online ? OFFLINE : locationIds.length === 0 ? say`Please choose a location.` : null;
  return (
    <div className="stack gap-16">
      <header className="row flex-wrap between gap-10">
        <h1>{say`Import or export a menu`}</h1>
        <Button look="quiet" onClick={onClose}>
          {preview ? (
            say`Stop, change nothing`
          ) : (
            <>
              <ArrowLeft />
              {say`Back to the menu`}
            </>
          )}
        </Button>
      </header>
      {!online && <Banner tone="offline">{OFFLINE}</Banner>}
      {problem !== null && preview && (
        <Banner tone="bad" announce="alert">
          {problem}
        </Banner>
      )}
      {done ? (
        <ImportedPanel
          result={done.result}
          plan={done.preview.plan}
          zone={location.timeZone}
          unstated={unstatedDishes(dishes).length}
          isFromSetUp={isFromSetUp}
          onReview={onReview}
          onAgain={() => {
            menuImport.startOver();
            menuImport.readAgain(done.preview);
          }}
          onLook={onClose}
          onOther={menuImport.startOver}
        />
      ) : preview ? (
        <>
          <ImportPreview
            // Keyed by file, so that excluded rows stay excluded when the preview is reloaded.
            key={`${preview.file.name} ${preview.file.base64.length}`}
            file={preview.file.name}
            plan={preview.plan}
            gluten={preview.gluten ?? []}
            busy={menuImport.isBusy}
            disabledReason={online ? null : OFFLINE}
            onChange={(change) => menuImport.readAgain(preview, change)}
            onGroup={setNewGroupName}
            onTake={(leaveOut) => menuImport.importPreview(preview, leaveOut)}
          />
          {newGroupName !== null && (
            <GroupDialog
              group={null}
              groups={groups}
              suggestedName={newGroupName}
              onClose={() => setNewGroupName(null)}
              onSaved={() => menuImport.readAgain(preview)}
            />
          )}
        </>
      ) : (
        <>
          {places.length > 1 && (
            <Panel title={say`Locations`} explain={say`The file is imported to each of them.`}>
              <Chips options={places} chosen={locationIds} onChosen={setLocationIds} />
              <FieldError error={locationIds.length === 0 ? say`Please choose a location.` : null} />
            </Panel>
          )}
          <div className={`stack gap-16 align-start ${styles.two}`}>
            <ChooseFile menuImport={menuImport} disabled={blocked !== null} />
            <Export locationIds={locationIds} blocked={blocked} />
          </div>
          {dishes.length === 0 && (
            <Panel title={say`Or start with one of these`}>
              <p className="soft">{say`Typical dishes of such a kitchen. They are hidden at first: set your prices, check the allergens, then show them.`}</p>
              <div className="row flex-wrap gap-8">
                {STARTERS.map(({ id, name, csv }) => (
                  <Button
                    key={id}
                    look="line"
                    disabledReason={blocked}
                    // Previewed like any other file.
                    onClick={() => menuImport.read({ file: textAsFile(name, csv) })}
                  >
                    {name}
                  </Button>
                ))}
              </div>
            </Panel>
          )}
          <RecentImports zone={location.timeZone} />
        </>
      )}
    </div>
  );
}

const TEMPLATE = `Category,Name,Size,Price,Description,Allergens,Option groups
Pizza,Margherita,Small,11.00,"Tomato, mozzarella","wheat, milk",Extra toppings
Pizza,Margherita,Large,16.00,"Tomato, mozzarella","wheat, milk",Extra toppings
Drinks,Lemonade,,4.50,Lemon and mint,none,
`;

interface ChooseFileProps {
  menuImport: ReturnType<typeof useMenuImport>;
  disabled: boolean;
}

function ChooseFile({ menuImport: { isReading, problem, retry, choose }, disabled }: ChooseFileProps) {
  return (
    <Panel title={say`Import`}>
      <p className="soft">{say`A CSV or Excel file: one of ours, Square’s export, or any list with a name, a category and a price. You see what would change before anything does.`}</p>
      <DropZone
        labels={{
          drop: say`Drop a CSV or Excel file here, or`,
          choose: say`choose a file`,
          rules: say`CSV or .xlsx, at most 5 MB and 5,000 rows`,
        }}
        icon={<FileUp className="soft" />}
        accept=".csv,.txt,.tsv,.xlsx,text/csv"
        disabled={isReading || disabled}
        onFile={(file) => void choose(file)}
      >
        {isReading ? (
          <p className="row gap-8" role="status">
            <Spinner />
            {say`Reading the file`}
          </p>
        ) : null}
      </DropZone>
      <details>
        <summary className="touch-height">{say`How to write the file`}</summary>
        <p className="hint">{say`One row for each dish, or for each size of it. Extras are option groups: make them under Option groups, and write their names here, separated by semicolons.`}</p>
        <pre className="text-xs scroll-x">{TEMPLATE}</pre>
        <Button look="line" size="sm" onClick={() => saveFile('menu.csv', TEMPLATE, 'text/csv')}>
          {say`Download this as a template`}
        </Button>
      </details>
      <FieldError error={problem} />
      {retry && !isReading && (
        <Button look="line" size="sm" onClick={retry}>
          {say`Try Again`}
        </Button>
      )}
    </Panel>
  );
}

function Export({ locationIds, blocked }: { locationIds: readonly string[]; blocked: string | null }) {
  const download = useAction(() => saveCsv('getMenuCsv', { locationIds: locationIds.join(',') }, 'menu.csv'), {
    done: (n) => (n === 1 ? say`1 dish exported` : say`${formatCount(n)} dishes exported`),
    failed: say`The menu could not be exported.`,
  });
  return (
    <Panel title={say`Export`}>
      <p className="soft">{say`The menu as a file for a spreadsheet. Change it there and import it again.`}</p>
      <Button look="line" busy={download.isBusy} disabledReason={blocked} onClick={() => void download.send(null)}>
        {say`Download CSV`}
      </Button>
    </Panel>
  );
}

interface Reading {
  readonly file: ChosenFile;
  /** The fields of the columns; guessed without. */
  readonly columns?: readonly (string | null)[];
  /** What “gluten” means in the file; missing if nobody has said. */
  readonly gluten?: readonly GlutenCereal[];
}

interface Preview extends Reading {
  readonly plan: ImportPlan;
}

/** A menu file on its way into the menus of these locations: read, previewed, imported. */
function useMenuImport(locationIds: readonly string[]) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const [failed, setFailed] = useState<Reading | null>(null);
  const [done, setDone] = useState<{ readonly result: ImportResult; readonly preview: Preview } | null>(null);

  const bodyOf = ({ file, columns, gluten = [] }: Reading) => ({
    file: file.base64,
    locationIds: [...locationIds],
    ...(columns && { columns: [...columns] }),
    ...(gluten.length > 0 && { gluten: [...gluten] }),
  });
  const reading = useAction((input: Reading) => api('previewMenuImport', { body: bodyOf(input) }), {
    onDone: (plan, input) => setPreview({ ...input, plan }),
    onFailed(_error, input) {
      setFailed(input);
      return undefined;
    },
  });
  const importing = useCall('importMenu', {
    changes: IMPORT_CHANGES,
    onDone(result) {
      if (preview) setDone({ result, preview });
      setPreview(null);
    },
    onFailed(error) {
      const plan = planFromError(error);
      if (plan && preview) setPreview({ ...preview, plan });
      return undefined;
    },
  });

  function read(input: Reading) {
    setFileProblem(null);
    importing.clearError();
    void reading.send(input);
  }

  return {
    preview,
    done,
    problem:
      importing.error === null
        ? (fileProblem ?? reading.error)
        : `${say`The file could not be imported. Nothing was changed.`} ${importing.error}`,
    isReading: reading.isBusy,
    isBusy: reading.isBusy || importing.isBusy,
    read,
    /** Reads the file of a preview again, as far as it was understood. */
    readAgain: ({ file, plan, gluten = [] }: Preview, changed: Partial<Reading> = {}) =>
      read({ file, columns: columnsOf(plan), gluten, ...changed }),
    /** Reads the file again that failed. */
    retry: failed && reading.error !== null ? () => read(failed) : null,
    async choose(chosen: File | null) {
      if (!chosen) return;
      const file = await readChosenFile(chosen);
      reading.clearError();
      if (typeof file === 'string') setFileProblem(file);
      else read({ file });
    },
    importPreview(input: Preview, leaveOut: readonly number[]) {
      reading.clearError();
      const { plan, ...rest } = input;
      void importing.send({
        ...bodyOf({ ...rest, columns: columnsOf(plan) }),
        token: plan.token,
        leaveOut: [...leaveOut],
      });
    },
    startOver: () => setDone(null),
  };
}

function columnsOf({ columns }: ImportPlan): readonly (string | null)[] {
  return columns.map(({ target }) => target);
}
