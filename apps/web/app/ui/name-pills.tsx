import styles from './name-pills.module.css';

interface NamePillsProps {
  label: string;
  people: readonly { readonly userId: string; readonly name: string }[];
  chosen: string | null;
  onChoose: (userId: string) => void;
}

export function NamePills({ label, people, chosen, onChoose }: NamePillsProps) {
  return (
    <div className="flex flex-wrap gap-8" role="group" aria-label={label}>
      {people.map(({ userId, name }) => (
        <button
          className={`touch-height pill quiet ink ${styles.name}`}
          key={userId}
          type="button"
          aria-pressed={userId === chosen}
          onClick={() => onChoose(userId)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
