import { defineMessages } from '../../messages/messages.ts'

/** What the fields for options say; the names of the options come with the platforms. */
export const optionWords = defineMessages(
  'composer-options',
  {
    platformDefault: 'Platform default',
    choose: 'Please choose',
    addPerson: 'Add a person',
    personName: 'Username',
    personX: 'From the left',
    personY: 'From the top',
    removePerson: 'Remove {{name}}',
  },
  {
    platformDefault: 'Wie von der Plattform vorgesehen',
    choose: 'Bitte wählen',
    addPerson: 'Person hinzufügen',
    personName: 'Benutzername',
    personX: 'Von links',
    personY: 'Von oben',
    removePerson: '{{name}} entfernen',
  },
)
