import type { FaqEntry } from './faq-entry.ts';
import { PHRASES_DE } from './phrases-de.ts';

export const FAQ_DE: readonly FaqEntry[] = [
  {
    id: 'hours',
    question: 'Wann haben Sie geöffnet?',
    keywords: [
      'geoffnet',
      'offnungszeiten',
      'oeffnungszeiten',
      'offen',
      'geschlossen',
      'sonntag',
      'samstag',
      'wochenende',
    ],
    answer: `Unser Geschäft ist geöffnet

- **Montag bis Freitag**, 9:30 bis 18:30 Uhr
- **Samstag**, 10:00 bis 18:00 Uhr
- **Sonntag**, geschlossen

Hier im Chat antworte ich rund um die Uhr.`,
    related: ['store', 'contact'],
  },
  {
    id: 'store',
    question: 'Wo ist Ihr Geschäft?',
    keywords: ['adresse', 'geschaft', 'laden', 'standort', 'parken', 'parkplatz', 'filiale'],
    answer: `Sie finden uns in der **Lantern Street 14**, zwei Minuten zu Fuß vom Hauptbahnhof. Parken hinter dem Haus ist während des Einkaufs kostenlos.`,
    related: ['hours', 'pickup'],
  },
  {
    id: 'delivery',
    question: 'Wie lange dauert die Lieferung?',
    keywords: ['lieferung', 'liefern', 'lieferzeit', 'versand', 'versenden', 'wie lange', 'express'],
    answer: `Kleine Artikel kommen innerhalb von **2–3 Werktagen** an, Möbel innerhalb von **5–8 Werktagen** nach Absprache.

Mit *Express* (Bestellung bis 12 Uhr) sind kleine Artikel am nächsten Werktag da.`,
    related: ['delivery-cost', 'tracking', 'pickup'],
  },
  {
    id: 'delivery-cost',
    question: 'Was kostet die Lieferung?',
    keywords: [
      'kostet die lieferung',
      'lieferkosten',
      'versandkosten',
      'kostet der versand',
      'kostenlose lieferung',
    ],
    answer: `| Bestellung | Standard | Express |
| --- | --- | --- |
| Kleine Artikel | 4,90 € | 9,90 € |
| Kleine Artikel ab 60 € | **gratis** | 5,00 € |
| Möbel | 39,00 € | – |

Die Abholung im Geschäft ist immer kostenlos.`,
    related: ['delivery', 'pickup'],
  },
  {
    id: 'tracking',
    question: 'Wo ist meine Bestellung?',
    keywords: [
      'meine bestellung',
      'mein paket',
      'sendungsverfolgung',
      'paket',
      'nicht angekommen',
      'verspatet',
      'wo bleibt',
    ],
    answer: PHRASES_DE.askOrderNumber,
    related: ['delivery', 'contact', 'returns'],
    asksForOrder: true,
  },
  {
    id: 'pickup',
    question: 'Kann ich meine Bestellung abholen?',
    keywords: ['abholen', 'abholung', 'bestellung abholen'],
    answer: `Ja, kostenlos. Wählen Sie an der Kasse **Abholung im Geschäft**. Kleine Artikel liegen **zwei Stunden** später bereit, sieben Tage lang. Bitte bringen Sie die Bestellnummer mit.`,
    related: ['store', 'hours'],
  },
  {
    id: 'returns',
    question: 'Wie funktioniert die Rückgabe?',
    keywords: [
      'bestellung zuruckgeben',
      'bestellung zuruckschicken',
      'bestellung zurucksenden',
      'ruckgabe',
      'rueckgabe',
      'zuruckgeben',
      'zuruckschicken',
      'zurucksenden',
      'zurueck',
      'geld zuruck',
      'widerruf',
      'umtausch',
    ],
    answer: `Sie haben **30 Tage** Zeit, es sich anders zu überlegen.

1. Drucken Sie das Etikett unter *Meine Bestellungen*.
2. Geben Sie das Paket bei der Post ab.
3. Das Geld ist **5 Werktage** nach Eingang bei Ihnen.

Die Rückgabe ist kostenlos, außer bei Möbeln (29 € für die Abholung). Zugeschnittene Stoffe und Gutscheine nehmen wir nicht zurück.`,
    related: ['warranty', 'contact', 'delivery-cost'],
  },
  {
    id: 'payment',
    question: 'Wie kann ich bezahlen?',
    keywords: ['zahlen', 'bezahlen', 'zahlung', 'kreditkarte', 'paypal', 'rechnung', 'raten', 'uberweisung'],
    answer: `Mit **Kreditkarte**, **PayPal**, **Apple Pay**, **Google Pay** oder per **Überweisung**. Ab 150 € auch in drei Raten, ohne Zinsen.`,
    related: ['gift-cards', 'returns'],
  },
  {
    id: 'gift-cards',
    question: 'Haben Sie Gutscheine?',
    keywords: ['gutschein', 'gutscheine', 'geschenk', 'geschenkkarte', 'geschenkverpackung'],
    answer: `Ja: von **20 € bis 500 €**, sofort per E-Mail oder auf Eichenfurnier gedruckt per Post. Sie gelten drei Jahre, online und im Geschäft.`,
    related: ['payment', 'delivery'],
  },
  {
    id: 'sizes',
    question: 'Wo finde ich die Maße?',
    keywords: ['masse', 'abmessungen', 'gross', 'grosse', 'hoch', 'breit', 'hohe', 'breite'],
    answer: `Auf jeder Produktseite steht eine Zeichnung mit **Breite × Tiefe × Höhe** in Zentimetern und dem Gewicht. Bei Lampen steht dort auch die Länge des Kabels.`,
    related: ['returns', 'bulbs', 'store'],
  },
  {
    id: 'bulbs',
    question: 'Welche Leuchtmittel passen in die Lampen?',
    keywords: [
      'leuchtmittel',
      'gluhbirne',
      'birne',
      'fassung',
      'e27',
      'e14',
      'watt',
      'dimmbar',
      'dimmer',
      'led',
      'lampe',
      'lampen',
    ],
    answer: `Tisch- und Stehlampen haben **E27**, kleine Wandlampen **E14**; ein Leuchtmittel liegt nicht bei. Wir empfehlen LED mit 4–8 W und 2700 K.`,
    related: ['sizes', 'warranty'],
  },
  {
    id: 'care',
    question: 'Wie pflege ich geölte Eiche?',
    keywords: [
      'pflege',
      'pflegen',
      'reinigen',
      'putzen',
      'eiche',
      'geolt',
      'holz',
      'fleck',
      'waschen',
      'leinen',
    ],
    answer: `Wischen Sie geölte Eiche feucht ab und trocknen Sie sie sofort. Einmal im Jahr:

- leicht in Faserrichtung schleifen (Körnung 240)
- eine dünne Schicht Hartwachsöl auftragen
- den Rest nach **15 Minuten** abnehmen`,
    related: ['warranty', 'sizes'],
  },
  {
    id: 'warranty',
    question: 'Was deckt die Garantie ab?',
    keywords: [
      'garantie',
      'gewahrleistung',
      'defekt',
      'kaputt',
      'beschadigt',
      'reparatur',
      'reparieren',
      'ersatzteil',
    ],
    answer: `**Fünf Jahre** auf Möbel, **zwei Jahre** auf alles andere, auf Material und Verarbeitung. Kam etwas beschädigt an? Senden Sie uns innerhalb von 14 Tagen ein Foto, und wir ersetzen es.`,
    related: ['returns', 'contact'],
  },
  {
    id: 'contact',
    question: 'Wie erreiche ich Sie?',
    keywords: ['kontakt', 'erreichen', 'erreiche', 'telefon', 'anrufen', 'e mail', 'email'],
    answer: `- **Telefon**: [+1 555 010 0142](tel:+15550100142), an Werktagen 9:30 bis 18:30 Uhr
- **E-Mail**: [hello@lumen-oak.example](mailto:hello@lumen-oak.example)
- **Hier**: Sagen Sie mir einfach, dass Sie mit einem Menschen sprechen möchten`,
    related: ['hours', 'store'],
  },
  {
    id: 'hello',
    question: 'Hallo',
    keywords: ['wie geht', 'hallo', 'guten tag', 'guten morgen', 'guten abend', 'moin', 'servus'],
    answer: 'Hallo! Was kann ich für Sie tun?',
    related: ['delivery', 'returns', 'hours'],
    isSmallTalk: true,
  },
  {
    id: 'thanks',
    question: 'Danke',
    keywords: ['danke', 'dankeschon', 'vielen dank'],
    answer: 'Gern geschehen! Kann ich sonst noch etwas tun?',
    related: ['delivery', 'gift-cards'],
    isSmallTalk: true,
  },
  {
    id: 'who',
    question: 'Wer sind Sie?',
    keywords: ['wer sind sie', 'wer bist du', 'ihr name', 'dein name'],
    answer:
      'Ich bin **Iris**, die automatische Assistentin von Lumen & Oak. Wenn Sie lieber mit einem Menschen sprechen, hole ich jemanden.',
    related: ['contact', 'hours'],
  },
  {
    id: 'change-order',
    question: 'Kann ich meine Bestellung ändern oder stornieren?',
    keywords: [
      'stornieren',
      'bestellung andern',
      'bestellung aendern',
      'falsche adresse',
      'adresse andern',
      'bestellung stornieren',
    ],
    answer:
      'Ja, solange die Bestellung noch in der Werkstatt ist. Eine Kollegin oder ein Kollege ändert sie für Sie. Ist sie schon unterwegs, schicken Sie sie einfach kostenlos zurück.',
    related: ['tracking', 'returns'],
  },
  {
    id: 'payment-failed',
    question: 'Warum wurde meine Karte abgelehnt?',
    keywords: [
      'abgelehnt',
      'karte abgelehnt',
      'zahlung fehlgeschlagen',
      'fehlgeschlagen',
      'karte wurde abgelehnt',
    ],
    answer:
      'Das tut mir leid. Es wurde nichts abgebucht. Meist hilft ein zweiter Versuch oder eine andere Zahlungsart; den Grund kennt nur Ihre Bank.',
    related: ['payment', 'contact'],
  },
  {
    id: 'help',
    question: 'Was können Sie für mich tun?',
    keywords: ['habe eine frage', 'hilfe', 'helfen', 'was kannst du', 'was konnen sie'],
    answer:
      'Ich sehe Bestellungen nach, zeige Lampen und Möbel, erkläre Lieferung, Rückgabe und Garantie, und hole einen Menschen, wenn Sie das möchten.',
    related: ['tracking', 'returns', 'hours'],
    isSmallTalk: true,
  },
  {
    id: 'goodbye',
    question: 'Auf Wiedersehen',
    keywords: ['wiedersehen', 'tschuss', 'tschuess', 'ciao', 'bis bald'],
    answer: 'Auf Wiedersehen, und danke für Ihren Besuch! Sie können hier jederzeit weiterschreiben.',
    related: ['hours', 'contact'],
    isSmallTalk: true,
  },
  {
    id: 'complaint',
    question: 'Ich möchte mich beschweren',
    keywords: [
      'beschweren',
      'beschwerde',
      'reklamation',
      'reklamieren',
      'enttauscht',
      'unverschamt',
      'nutzlos',
      'verargert',
    ],
    answer:
      'Es tut mir leid, dass wir Sie enttäuscht haben. Sagen Sie mir, was passiert ist, oder lassen Sie mich einen Menschen holen, der es in Ordnung bringt.',
    related: ['contact', 'returns'],
  },
  {
    id: 'offers',
    question: 'Gibt es Angebote?',
    keywords: ['angebot', 'angebote', 'rabatt', 'rabattcode', 'gutscheincode', 'reduziert'],
    answer:
      'Rabattcodes haben wir nicht. Im Moment ist die *Kerze Woodsmoke* auf **22 €** reduziert, und kleine Artikel liefern wir ab 60 € kostenlos.',
    related: ['delivery-cost', 'gift-cards'],
  },
  {
    id: 'colours',
    question: 'Welche Farben gibt es?',
    keywords: [
      'farbe',
      'farben',
      'in blau',
      'in rot',
      'in grun',
      'in gruen',
      'blaue',
      'blaue lampe',
      'blaue lampen',
      'blauen',
      'rote lampe',
      'rote lampen',
      'grune lampe',
      'grune lampen',
    ],
    answer:
      'Unsere Stücke haben die Farben ihrer Materialien: geölte Eiche, Naturleinen, Messing, schiefergraues und grünes Steinzeug, graue Wolle. Blaue oder andere kräftig farbige Lampen haben wir nicht. Soll ich Ihnen unsere Lampen zeigen?',
    related: ['sizes', 'care', 'store'],
  },
  {
    id: 'cheapest',
    question: 'Was ist Ihr günstigstes Stück?',
    keywords: [
      'gunstigste',
      'gunstigstes',
      'guenstigste',
      'billigste',
      'billigstes',
      'am gunstigsten',
      'am billigsten',
    ],
    answer:
      'Die *Kerze Woodsmoke* für **22 €** statt 28 €. Danach kommen die tiefe Obstschale für **44 €** und die Vase Reed für **58 €**.',
    related: ['gift-ideas', 'offers', 'delivery-cost'],
  },
  {
    id: 'gift-ideas',
    question: 'Was ist ein gutes Geschenk bis 50 €?',
    keywords: [
      'geschenk unter',
      'geschenk bis',
      'geschenk fur',
      'geschenk fuer',
      'geschenkidee',
      'geschenkideen',
      'unter 50',
      'bis 50',
    ],
    answer:
      'Zwei Dinge, die gern genommen werden: die *Kerze Woodsmoke* (**22 €**, Bienenwachs, brennt 50 Stunden) und die *tiefe Obstschale* (**44 €**, Steinzeug). Wir packen sie für 3,50 € ein. Oder Sie nehmen einen Gutschein ab 20 €.',
    related: ['gift-cards', 'delivery', 'returns'],
  },
  {
    id: 'abroad',
    question: 'Liefern Sie in andere Länder?',
    keywords: [
      'ausland',
      'ins ausland',
      'andere lander',
      'international',
      'nach norwegen',
      'nach schweden',
      'nach danemark',
      'nach osterreich',
      'nach frankreich',
      'nach italien',
      'nach england',
      'in die schweiz',
    ],
    answer:
      'Kleine Artikel liefern wir in jedes Land der EU sowie nach **Norwegen**, in die Schweiz und nach Großbritannien: 4–8 Werktage, 14,90 €, Zoll inbegriffen. Möbel gehen in die Nachbarländer; den Preis nennt Ihnen eine Kollegin.',
    related: ['delivery', 'delivery-cost', 'contact'],
  },
  {
    id: 'privacy',
    question: 'Sind meine Daten sicher?',
    keywords: ['meine daten', 'daten sicher', 'datenschutz', 'dsgvo', 'personliche daten', 'meiner daten'],
    answer:
      'Ja. Dieser Chat wird verschlüsselt übertragen, wir nutzen ihn nur, um Ihnen zu antworten, und löschen ihn nach **90 Tagen**. Wir verkaufen nichts an niemanden. Auskunft und Löschung: [privacy@lumen-oak.example](mailto:privacy@lumen-oak.example).',
    related: ['contact', 'payment'],
  },
  {
    id: 'ok',
    question: 'In Ordnung',
    keywords: ['in ordnung', 'alles klar', 'okay', 'macht nichts', 'passt'],
    answer: 'Gut. Kann ich sonst noch etwas tun?',
    related: ['tracking', 'delivery'],
    isSmallTalk: true,
  },
];
