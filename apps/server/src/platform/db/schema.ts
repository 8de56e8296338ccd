import type { PaperWidth, PRINTER_WORK, PrinterKind } from '@tiffin/domain/printing';
import type { DayHours, HoursInterval, Weekday } from '@tiffin/domain/hours';
import type {
  CountedCash,
  DrawerKind,
  EntryKind,
  KeptCount,
  JobShare,
  JobTitle,
  PayPeriod,
  TipDecider,
  TipRule,
  UndividedReceiver,
  WorkEntryKind,
} from '@tiffin/domain/day';
import type { TableShape } from '@tiffin/domain/floor';
import type { Feature } from '@tiffin/domain/locations';
import type { OptionRule, StationKind } from '@tiffin/domain/kitchen';
import type { LegalForm } from '@tiffin/domain/law';
import type { Cents } from '@tiffin/domain/core';
import type { JournalLine, ReportFrequency } from '@tiffin/domain/stats';
import type { DeliverySettings, DeliveryStep } from '@tiffin/domain/delivery';
import type { AllergenId, SharedDishField, Diet, DishHeat, TextKind } from '@tiffin/domain/menu';
import type { OptionLine } from '@tiffin/domain/options';
import type {
  Allergy,
  AllergyCheck,
  PromiseBasis,
  ChargeRule,
  KitchenWeek,
  LearnedTimes,
  OrderStatus,
  OrderType,
  PromotionCondition,
  PromotionEffect,
  LineTranslation,
  SlotRule,
} from '@tiffin/domain/order';
import type { PaymentStatus, RefundRoute, SessionKind, SessionStatus } from '@tiffin/domain/payment';
import type { AccessGroup, PointsReason, SignInProof, Role, StaffAccess } from '@tiffin/domain/people';
import type {
  AdjustmentKind,
  StaffDiscountKind,
  ChargeKind,
  DishTaxClass,
  LocationTaxes,
  TaxClass,
  TipBase,
} from '@tiffin/domain/pricing';
import type {
  BookingDeposit,
  BookingRule,
  DepositTax,
  GuestConfirmation,
  LastReservationChange,
  ReservationStatus,
  StayRule,
} from '@tiffin/domain/reservation';
import type { PaidAtTable, PartLine, TableOrdering } from '@tiffin/domain/tabs';
import type { ColumnType, JSONColumnType, Selectable } from 'kysely';
import type { DB, Generated } from './generated-schema.ts';
import type {
  StoredChange,
  StoredCourier,
  StoredDelivery,
  StoredPace,
  MailContent,
  MenuImportUndo,
  SessionSnapshot,
  StoredCall,
  WaitingRound,
  PromotionTerms,
} from './stored-json.ts';

/** What a translated text belongs to. */
export type TextOwnerKind = TextKind | 'chain-dish';

/** A payment in which our ledger and that of the provider differ. */
export interface LedgerDifference {
  paymentId: string;
  kind: 'only-ours' | 'only-theirs' | 'amount' | 'refunded';
  ours: number | null;
  theirs: number | null;
  orderId: string | null;
}

/**
 * Columns whose values are narrower than their database type: unions of strings, JSON, and defaults that a trigger sets.
 * Everything else comes from `generated-schema.ts`, which `npm run schema` writes.
 */
interface NarrowedColumns {
  adjustments: {
    kind: AdjustmentKind;
  };
  api_keys: {
    kind: 'customer' | 'admin';
  };
  audit_log: {
    access: AccessGroup | null;
    proven_by: SignInProof | null;
  };
  bill_taxes: {
    classes: TaxClass[] | null;
  };
  bill_parts: {
    lines: JSONColumnType<readonly PartLine[]>;
  };
  bills: {
    state: Generated<'open' | 'settled' | 'void'>;
  };
  chain_dishes: {
    tax_class: Generated<DishTaxClass>;
    spice_level: Generated<DishHeat>;
    allergens: Generated<AllergenId[]>;
  };
  consents: {
    purpose: 'promotions';
    channel: 'mail' | 'sms';
  };
  counted_orders: {
    status: OrderStatus;
  };
  day_figures: {
    order_type: OrderType;
  };
  dayparts: {
    days: Weekday[];
  };
  delivery_steps: {
    step: DeliveryStep;
  };
  dish_figures: {
    span: 'day' | 'week' | 'month';
  };
  drawer_entries: {
    kind: EntryKind;
  };
  drawer_shifts: {
    state: Generated<'open' | 'closed'>;
    counted: JSONColumnType<CountedCash> | null;
    counts: Generated<JSONColumnType<readonly KeptCount[]>>;
  };
  drawers: {
    kind: DrawerKind;
  };
  driver_cash: {
    kind: 'collected' | 'handed-in';
  };
  events: {
    transaction: ColumnType<string, never, string>;
  };
  floor_tables: {
    shape: TableShape;
  };
  given_discounts: {
    kind: StaffDiscountKind;
  };
  dish_groups: {
    size_prices: JSONColumnType<Readonly<Record<string, Cents>>> | null;
  };
  group_options: {
    prices_by_size: JSONColumnType<Readonly<Record<string, Cents>>> | null;
    allergens: AllergenId[];
    breaks: Diet[];
  };
  scheduled_reports: {
    frequency: ReportFrequency;
  };
  guest_figures: {
    span: 'day' | 'week' | 'month';
  };
  guest_visits: {
    span: 'day' | 'week' | 'month';
  };
  idempotency_keys: {
    asked_as: JSONColumnType<StaffAccess> | null;
  };
  invitations: {
    role: Exclude<Role, 'customer'>;
  };
  image_files: {
    width: 400 | 800 | 1200;
    format: 'avif' | 'webp' | 'jpg';
  };
  learned_times: {
    quotes: JSONColumnType<LearnedTimes> | null;
    weeks: JSONColumnType<KitchenWeek[]>;
  };
  location_exceptions: {
    more: JSONColumnType<HoursInterval[]> | null;
  };
  locations: {
    features: Generated<Feature[]>;
    hours: JSONColumnType<Record<string, DayHours>> | null;
    taxes: JSONColumnType<LocationTaxes> | null;
    tip_base: TipBase | null;
    legal_form: LegalForm | null;
    delivery: JSONColumnType<DeliverySettings> | null;
    pace: JSONColumnType<StoredPace[]> | null;
    slot_rules: JSONColumnType<SlotRule[]> | null;
    stay_minutes: JSONColumnType<StayRule[]> | null;
    charges: JSONColumnType<ChargeRule[], string | undefined>;
    table_joins: JSONColumnType<string[][]> | null;
    booking_rules: JSONColumnType<BookingRule[]> | null;
    table_ordering: JSONColumnType<TableOrdering> | null;
    pay_period: PayPeriod | null;
  };
  loyalty_entries: {
    reason: PointsReason;
  };
  mailing_recipients: {
    status: Generated<'waiting' | 'released' | 'skipped'>;
  };
  mailings: {
    status: 'sending' | 'stopped' | 'done';
  };
  menu_imports: {
    undo: JSONColumnType<MenuImportUndo>;
  };
  menu_items: {
    tax_class: Generated<DishTaxClass>;
    spice_level: Generated<DishHeat>;
    allergens: Generated<AllergenId[]>;
    kept_fields: Generated<SharedDishField[]>;
  };
  messages: {
    channel: 'mail' | 'sms';
    mail_content: JSONColumnType<MailContent> | null;
    status: 'queued' | 'sending' | 'sent' | 'outbox' | 'failed' | 'cancelled';
    headers: JSONColumnType<Record<string, string>> | null;
  };
  option_groups: {
    kind: 'one' | 'some';
  };
  order_charges: {
    kind: ChargeKind;
    tax_class: TaxClass;
  };
  order_items: {
    tax_class: TaxClass | null;
    options: JSONColumnType<readonly OptionLine[]> | null;
    said: JSONColumnType<LineTranslation> | null;
    allergies: JSONColumnType<readonly Allergy[]> | null;
    allergens: AllergenId[] | null;
    contained_allergens: AllergenId[] | null;
    allergy_check: JSONColumnType<AllergyCheck> | null;
  };
  orders: {
    status: Generated<OrderStatus>;
    payment_status: Generated<PaymentStatus>;
    order_type: OrderType;
    /** A trigger sets it when it is missing. */
    bill_id: Generated<string>;
    changes: JSONColumnType<StoredChange[]> | null;
    grounds: JSONColumnType<PromiseBasis> | null;
    delivery: JSONColumnType<StoredDelivery> | null;
    courier: JSONColumnType<StoredCourier> | null;
    allergies: JSONColumnType<readonly Allergy[]> | null;
  };
  pay_terms: {
    job_title: JobTitle | null;
  };
  payment_sessions: {
    kind: SessionKind;
    status: Generated<SessionStatus>;
    snapshot: JSONColumnType<SessionSnapshot>;
  };
  gift_entries: {
    kind: 'sold' | 'used' | 'returned' | 'cleared' | 'kept' | 'waived' | 'taken-over';
    taxes: JSONColumnType<DepositTax[]> | null;
  };
  payments: {
    status: 'pending' | 'succeeded' | 'failed';
    at_table: JSONColumnType<PaidAtTable> | null;
  };
  reconciliations: {
    differences: JSONColumnType<LedgerDifference[]>;
  };
  journal_corrections: {
    lines: JSONColumnType<JournalLine[]>;
  };
  journal_days: {
    lines: JSONColumnType<JournalLine[]>;
  };
  printers: {
    kind: PrinterKind;
    prints: (typeof PRINTER_WORK)[number];
    paper_mm: Generated<PaperWidth>;
  };
  refunds: {
    status: 'requested' | 'succeeded' | 'failed';
    method: RefundRoute;
    lines: Generated<JSONColumnType<Array<{ line: number; quantity: number; part?: number }>>>;
  };
  promotions: {
    conditions: JSONColumnType<readonly PromotionCondition[]>;
    effect: JSONColumnType<PromotionEffect>;
  };
  promotion_uses: {
    state: 'held' | 'used' | 'freed' | 'over';
    terms: JSONColumnType<PromotionTerms>;
  };
  reservations: {
    status: Generated<ReservationStatus>;
    source: 'web' | 'phone' | 'walk-in';
    cancelled_by: 'guest' | 'staff' | null;
    guest_confirmation: GuestConfirmation | null;
    last_change: JSONColumnType<LastReservationChange> | null;
    deposit: JSONColumnType<BookingDeposit> | null;
  };
  sandbox_refunds: {
    status: 'pending' | 'succeeded' | 'failed';
  };
  sandbox_sessions: {
    status: Generated<'open' | 'paid' | 'expired' | 'cancelled'>;
  };
  sent_codes: {
    purpose: 'order' | 'claim' | 'address';
  };
  sessions: {
    proven_by: SignInProof | null;
  };
  sittings: {
    calls: JSONColumnType<readonly StoredCall[]> | null;
  };
  stations: {
    kind: StationKind;
    options: JSONColumnType<readonly OptionRule[]>;
  };
  stock_moves: {
    kind: 'sale' | 'change' | 'return' | 'oversold' | 'count';
  };
  table_rounds: {
    state: 'waiting' | 'sent' | 'refused';
    request: JSONColumnType<WaitingRound> | null;
  };
  texts: {
    kind: TextOwnerKind;
  };
  tip_rules: {
    rule: TipRule;
    decided_by: TipDecider;
    jobs: JSONColumnType<readonly JobShare[]> | null;
  };
  undivided_tips: {
    receiver: UndividedReceiver;
  };
  waits: {
    ended_as: 'seated' | 'left' | 'no-answer' | null;
  };
  webhook_deliveries: {
    state: Generated<'pending' | 'delivered' | 'failed'>;
  };
  users: {
    role: Generated<Role>;
    weak_password: 'allowed' | 'refused' | null;
  };
  work_entries: {
    kind: WorkEntryKind;
    job_title: JobTitle | null;
  };
}

/** The tables as the code sees them. */
export type Schema = {
  [Table in keyof DB]: Table extends keyof NarrowedColumns
    ? Omit<DB[Table], keyof NarrowedColumns[Table]> & NarrowedColumns[Table]
    : DB[Table];
};

/** A row as it is read from a table. */
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;
