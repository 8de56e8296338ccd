/**
 * What people call the sections, settings, actions and pages, in English and then in French. The search also finds their
 * titles. A line has the target of {@link PLACES} or the id of a section, a colon, and the words.
 */
export const WORDS = `
dashboard: dashboard, today, yesterday, figures, overview, tableau de bord, aujourd’hui, hier, chiffres
report: report, sales, net sales, revenue, turnover, profit, voided, who voided, cancelled orders, margins, costs, month, last week, rapport, ventes, ventes nettes, revenus, chiffre d’affaires, qui a annulé, annulées, marges, coûts, mois
orders: orders, board, incoming orders, commandes, commandes reçues, tableau des commandes
create-order: till, pos, register, cash register, new order, take an order, phone order, caisse, nouvelle commande, prendre une commande
kitchen: kitchen, kitchen screen, kds, tickets, cuisine, écran de cuisine, bons
find-order: find an order, past orders, old orders, order history, trouver une commande, anciennes commandes
deliveries: delivery, deliveries, driver, courier, livraison, livreur, chauffeur
reservations: reservations, bookings, waitlist, host, réservations, liste d’attente
floor: floor, tables, table plan, floor plan, seating, salle, plan de salle
menu: menu, dishes, items, menu price, prices, planned price, allergens, allergies, photos, plats, prix, prix du menu, prix prévu, allergènes
stations: stations, kitchen stations, postes, postes de cuisine
users: users, people, staff, employees, customers, roles, permissions, access rights, utilisateurs, personnes, personnel, employés, clients, rôles, droits, permissions
locations: locations, branches, restaurants, succursales, établissements
promotions: promotions, discount, coupon, promo code, happy hour, special offer, welcome offer, promotion, rabais, réduction, code promo, 5 à 7, offre, offre de bienvenue
messages: messages, outbox, emails sent, messages envoyés, courriels envoyés
payments: payments, card, cards, transactions, disputes, chargeback, paiements, carte, cartes, litige, rétrofacturation
gift-cards: gift cards, lost gift card, block a gift card, gift card balance, cartes-cadeaux, carte-cadeau, carte-cadeau perdue, solde d’une carte-cadeau
closing: closing, close the day, close a day, end of day, cash up, count the drawer, cash drawer, z report, yesterday’s closing, fermeture de caisse, fermer la journée, clôture, fin de journée, compter la caisse, tiroir-caisse, rapport z
tips: tips, tip pool, clock in, time clock, payroll, hours worked, shifts, wages, overtime, pourboires, pointage, paie, heures travaillées, quarts, salaires, heures supplémentaires
settings: settings, preferences, configuration, paramètres, réglages, préférences
connections: connections, integrations, zapier, connexions, intégrations
audit: audit log, log, who, who changed, history, activity, sign-ins, journal, qui, qui a changé, historique, activité
privacy: privacy, erase a guest, personal data, gdpr, forget, confidentialité, effacer un client, données personnelles
orders/pause: pause, pause online orders, stop online orders, stop orders, busy, snooze, arrêter les commandes, suspendre les commandes, commandes en ligne, débordé
orders/sold-out: sold out, out of stock, 86, run out, épuisé, rupture de stock
orders/waiting: offline, waiting changes, unsent, read in, hors ligne, changements en attente, non envoyé
find-order refund: refund, money back, refund one dish, rembourser, remboursement
find-order cancel: void, cancel, cancel order, void a dish, annuler, annulation, annuler une commande
find-order receipt: receipt, reprint, invoice, reçu, facture, réimprimer
create-order/gift-card: gift card, gift, gift certificate, voucher, carte-cadeau, chèque-cadeau, cadeau
locations/*/delivery: delivery fee, delivery area, delivery zone, free delivery, minimum order, frais de livraison, zone de livraison, livraison gratuite, commande minimum
locations/*/hours: hours, opening hours, open, business hours, heures, heures d’ouverture, horaire, ouvert
locations/*/dates: holiday, add a holiday, closed, close tomorrow, closed tomorrow, vacation, christmas, special hours, jour férié, congé, fermé, fermé demain, fermer demain, vacances, noël
locations/*/taxes: tax, tax rate, hst, gst, pst, sales tax, vat, taxe, taux de taxe, tvh, tps, tvq
locations/*/charges: charges, service charge, auto gratuity, large parties, bag fee, container fee, small order fee, frais de service, grands groupes, frais de sac, frais de contenant, petite commande
locations/*/kitchen: orders per slot, late tickets, kitchen capacity, limites de la cuisine, bons en retard
locations/*/pay: pay period, pay day, overtime limit, période de paie, jour de paie, seuil des heures supplémentaires
locations/*/bookings: minutes at the table, turn time, confirm bookings, curbside, ask for tips, durée du repas, confirmer les réservations, demander un pourboire
locations/*/contact: address, phone, time zone, postal code, pincode, adresse, téléphone, fuseau horaire, code postal
locations/*/readers: card reader, card terminal, terminal, lecteur de cartes, terminal de paiement
locations/add: new location, add a location, second restaurant, nouvelle succursale, ajouter une succursale
users/invite: invite, add staff, new employee, hire, inviter, nouvel employé, ajouter un employé, embaucher
/devices: tablet, shared tablet, pin, pins, my password, passkey, tablette, tablette partagée, nip, mot de passe, clé d’accès
stations/printers: printer, print, print test, test page, receipt printer, imprimante, imprimer, page d’essai, test d’impression
stations/screens: pick-up screen, screen, tv, écran, écran de ramassage, télé
settings/restaurant: tax number, hst number, business number, legal name, restaurant name, guest checkout, numéro de taxe, numéro de tvh, raison sociale, nom du restaurant
settings/look: logo, colours, colors, brand, headline, tagline, couleurs, marque, slogan
settings/money: currency, rounding, penny, coins, devise, arrondi, monnaie
settings/languages: language, french, english, website language, langue, français, anglais
settings/discounts: staff discount, discount limit, comp, rabais du personnel, limite de rabais
settings/points: loyalty, rewards, loyalty points, fidélité, récompenses, points de fidélité
settings/texts: texts, sms, text message, textos, texto, message texte
settings/addresses: ip address, adresse ip, adresses réseau
settings/privacy: retention, keep data, conservation des données
settings/sender: sender, email address, reply address, expéditeur, adresse courriel
settings/services: stripe, mail server, smtp, twilio, test email, services, serveur de courriel, courriel d’essai
/admin/set-up#print: qr, qr code, poster, code qr, affiche
/admin/set-up: set up, setup, guide, getting started, mise en route, démarrage
connections/webhooks: webhook, notify a program, point d’ancrage web
connections/keys: api, api key, developer, clé api, clé d’api, développeur
reservations/book: book a table, new booking, réserver une table, nouvelle réservation
reservations/calendar: calendar, google calendar, outlook, ical, calendrier, agenda
menu/add: new dish, add a dish, add item, nouveau plat, ajouter un plat
menu/file: import, import menu, export, square, csv, excel, importer, exporter, téléverser le menu
menu/categories: category, categories, catégorie, catégories
menu/groups: options, modifiers, sizes, toppings, extras, suppléments, formats, garnitures
messages/write: message guests, email guests, write to guests, newsletter, mailing, écrire aux clients, message aux clients, infolettre
messages/day: message tonight’s guests, message tonight's guests, tonight’s guests, tell tonight’s guests, write to tonight’s guests, message today’s guests, écrire aux clients de ce soir, clients de ce soir, message aux clients de ce soir
?page=accountant#report: accountant, accounting, bookkeeper, bookkeeping, journal entries, quickbooks, comptable, comptabilité, tenue de livres
?page=mails#report: daily email, email report, rapport par courriel
/admin/handbook: handbook, help, manual, how to, aide, guide d’utilisation, manuel, mode d’emploi
`;
