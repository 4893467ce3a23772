import type { ConsentType } from '#server/domain/consent.ts'

type Texts = Readonly<Record<ConsentType, string>>

/**
 * What the upload page says in each language, version `consentWording`; a test holds both together. A change of what is agreed
 * to makes a new version: earlier ones stay in the database.
 */
export const consentTexts: Readonly<Record<string, Texts>> = {
  de: {
    workshop:
      'Ja, zeigt meine Fotos in der Werkstatt.\nFür alle zu sehen, die dort vor dem Bildschirm stehen, bis du die Einwilligung widerrufst oder die Fotos löschst. Beides geht jederzeit mit deinem Link.',
    social_media:
      'Auf {{name}} zeigen\nFreiwillig und für jede Plattform einzeln. Dort kann sie alle Welt sehen. Du kannst das widerrufen, aber Kopien, die andere gemacht haben, können wir nicht zurückholen.',
    minors: 'Alle, die auf den Fotos zu sehen sind, sind einverstanden; bei Kindern ihre Eltern.',
  },
  en: {
    workshop:
      'Yes, show my photos in the workshop.\nVisible to anyone in front of the screen until you withdraw your consent or delete the photos. You can do both at any time with your link.',
    social_media:
      'Show on {{name}}\nOptional, and separate for each platform. Anyone in the world can see them there. You can withdraw this, but we can’t retrieve copies others have made.',
    minors: 'Everyone in the photos agrees to this; for children, their parents.',
  },
  fr: {
    workshop:
      'Oui, montrez mes photos dans l’atelier.\nVisible par toute personne devant l’écran, jusqu’à ce que tu retires ton consentement ou supprimes les photos. Tu peux faire les deux à tout moment avec ton lien.',
    social_media:
      'Montrer sur {{name}}\nFacultatif, et au choix pour chaque plateforme. Là, le monde entier peut les voir. Tu peux retirer ton accord, mais nous ne pouvons pas récupérer les copies faites par d’autres.',
    minors: 'Toutes les personnes visibles sur les photos sont d’accord ; pour les enfants, leurs parents.',
  },
  es: {
    workshop:
      'Sí, mostrad mis fotos en el taller.\nVisible para cualquiera que esté delante de la pantalla, hasta que retires tu consentimiento o borres las fotos. Puedes hacer ambas cosas cuando quieras con tu enlace.',
    social_media:
      'Mostrar en {{name}}\nOpcional y aparte para cada plataforma. Allí puede verlas todo el mundo. Puedes retirarlo, pero no podemos recuperar las copias que otros hayan hecho.',
    minors: 'Todas las personas que aparecen en las fotos están de acuerdo; en el caso de los niños, sus padres.',
  },
  it: {
    workshop:
      'Sì, mostrate le mie foto nel laboratorio.\nVisibile a chiunque sia davanti allo schermo, finché non ritiri il consenso o elimini le foto. Puoi fare entrambe le cose in ogni momento con il tuo link.',
    social_media:
      'Mostra su {{name}}\nFacoltativo e separato per ogni piattaforma. Lì può vederle tutto il mondo. Puoi ritirare il consenso, ma non possiamo recuperare le copie fatte da altri.',
    minors: 'Tutte le persone nelle foto sono d’accordo; per i bambini, i loro genitori.',
  },
  nl: {
    workshop:
      'Ja, laat mijn foto’s in de werkplaats zien.\nTe zien voor iedereen die daar voor het scherm staat, tot je je toestemming intrekt of de foto’s verwijdert. Allebei kan altijd met je link.',
    social_media:
      'Op {{name}} laten zien\nNiet verplicht en per platform apart. Daar kan de hele wereld ze zien. Je kunt dit intrekken, maar kopieën die anderen hebben gemaakt, kunnen we niet terughalen.',
    minors: 'Iedereen op de foto’s vindt dit goed; bij kinderen hun ouders.',
  },
  pl: {
    workshop:
      'Tak, pokażcie moje zdjęcia w warsztacie.\nWidoczne dla wszystkich przed ekranem, dopóki nie wycofasz zgody lub nie usuniesz zdjęć. Jedno i drugie możesz zrobić w każdej chwili za pomocą swojego linku.',
    social_media:
      'Pokaż na {{name}}\nDobrowolnie i osobno dla każdej platformy. Tam może je zobaczyć cały świat. Zgodę możesz wycofać, ale kopii zrobionych przez innych nie możemy odzyskać.',
    minors: 'Wszystkie osoby na zdjęciach się zgadzają; w przypadku dzieci ich rodzice.',
  },
  pt: {
    workshop:
      'Sim, mostrem as minhas fotos na oficina.\nVisível para qualquer pessoa em frente ao ecrã, até retirares o consentimento ou apagares as fotos. Podes fazer ambas as coisas a qualquer momento com o teu link.',
    social_media:
      'Mostrar em {{name}}\nOpcional e separado para cada plataforma. Aí toda a gente as pode ver. Podes retirar o consentimento, mas não conseguimos recuperar as cópias feitas por outros.',
    minors: 'Todas as pessoas nas fotos concordam; no caso das crianças, os pais.',
  },
  tr: {
    workshop:
      'Evet, fotoğraflarımı atölyede gösterin.\nOnayını geri çekene veya fotoğrafları silene kadar ekranın önündeki herkes görebilir. İkisini de bağlantınla istediğin zaman yapabilirsin.',
    social_media:
      '{{name}} üzerinde göster\nİsteğe bağlı ve her platform için ayrı. Orada bütün dünya görebilir. Onayını geri çekebilirsin, ama başkalarının aldığı kopyaları geri getiremeyiz.',
    minors: 'Fotoğraflardaki herkes kabul ediyor; çocuklar için anne babaları.',
  },
  uk: {
    workshop:
      'Так, показуйте мої фото в майстерні.\nВидно всім, хто стоїть перед екраном, доки ти не відкличеш згоду або не видалиш фото. І те, й інше можна зробити будь-коли за твоїм посиланням.',
    social_media:
      'Показати на {{name}}\nЗа бажанням і окремо для кожної платформи. Там їх може побачити весь світ. Згоду можна відкликати, але копій, які зробили інші, ми повернути не можемо.',
    minors: 'Усі, хто є на фото, згодні; за дітей погодилися батьки.',
  },
  ar: {
    workshop:
      'نعم، اعرضوا صوري في الورشة.\nيراها كل من يقف أمام الشاشة، حتى تسحب موافقتك أو تحذف الصور. يمكنك فعل الأمرين في أي وقت من خلال رابطك.',
    social_media:
      'العرض على {{name}}\nاختياري، ولكل منصة على حدة. هناك يمكن للعالم كله رؤيتها. يمكنك سحب موافقتك، لكن لا يمكننا استعادة النسخ التي أخذها آخرون.',
    minors: 'كل من يظهر في الصور موافق؛ وعن الأطفال يوافق آباؤهم.',
  },
  fa: {
    workshop:
      'بله، عکس‌هایم را در کارگاه نشان بدهید.\nهر کسی که جلوی صفحهٔ نمایش باشد آن‌ها را می‌بیند، تا وقتی که رضایتت را پس بگیری یا عکس‌ها را حذف کنی. هر دو کار هر زمان با پیوندت ممکن است.',
    social_media:
      'نمایش در {{name}}\nاختیاری و برای هر پلتفرم جداگانه. آنجا همهٔ دنیا می‌توانند ببینند. می‌توانی رضایتت را پس بگیری، اما نسخه‌هایی را که دیگران برداشته‌اند نمی‌توانیم برگردانیم.',
    minors: 'همهٔ کسانی که در عکس‌ها دیده می‌شوند موافق‌اند؛ برای کودکان، پدر و مادرشان.',
  },
}
