import type pg from 'pg'

/** Names as common here as they are in life: the first of each list is the most frequent. */
const surnames =
  `SANTOS REYES CRUZ BAUTISTA GARCIA MENDOZA OCAMPO TORRES FLORES CASTILLO VILLANUEVA RAMOS DOMINGO AQUINO
  NAVARRO RIVERA CASTRO GONZALES MERCADO AGUILAR FERNANDEZ SALAZAR PASCUAL SANTIAGO VALDEZ DIAZ RAMIREZ MANALO SORIANO
  PEREZ SALVADOR LOPEZ TOLENTINO HERNANDEZ MARTINEZ MARQUEZ DELEON IGNACIO CORPUZ GUEVARRA MIRANDA SARMIENTO PANGILINAN
  MUÑOZ PEÑA NUÑEZ ROXAS QUIZON LACSON MAGSAYSAY OSMEÑA LAUREL RECTO TAÑADA SUMULONG ABAD ABELLA ADRIANO AGBAYANI
  ALCANTARA ALMAZAN ALONZO ALVAREZ AMADOR ANDRADA ANGELES APOSTOL ARANETA ARELLANO ARROYO ASUNCION AVILA AYALA BACANI
  BALAGTAS BALUYOT BANZON BARRERA BATUNGBAKAL BELMONTE BENITEZ BERNARDO BONIFACIO BORJA BRIONES BUENAVENTURA BUSTAMANTE
  CABALLERO CABRERA CALDERON CAMACHO CAPISTRANO CARPIO CARREON CASIMIRO CATACUTAN CAYETANO CELESTINO CONCEPCION CORDERO
  CORTEZ CUEVAS CUNANAN CUSTODIO DACANAY DAGOHOY DALISAY DATU DAVID DIMACULANGAN DIMAGIBA DIZON DUMLAO DURAN ENRIQUEZ
  ESCOBAR ESGUERRA ESPINO ESPIRITU ESTRADA EUGENIO EVANGELISTA FAJARDO FELICIANO FIGUEROA FRANCISCO FUENTES GALANG
  GALVEZ GATCHALIAN GATDULA GERONIMO GUERRERO GUTIERREZ GUZMAN HILARIO HIZON IBARRA ILAGAN INOCENCIO JACINTO JIMENEZ
  LAGMAN LANSANGAN LAPUZ LARA LAZARO LEGASPI LIM LIWANAG LORENZO LUNA MACAPAGAL MACARAEG MADRIGAL MAGBANUA MAGLAYA
  MAGNO MALLARI MANANSALA MANGUBAT MARASIGAN MARCELO MATIAS MEDINA MELENDEZ MERCED MONTEMAYOR MORALES NATIVIDAD NICOLAS
  NIEVES OBISPO OLIVEROS ORTEGA ORTIZ PADILLA PAGUIO PALMA PANGANIBAN PANLILIO PAREDES PATALINGHUG PAULINO PINEDA PONCE
  PUNZALAN QUIAMBAO QUINTOS RACELIS RAYMUNDO REGALADO ROBLES ROSALES RUIZ SABADO SALONGA SAMSON SANCHEZ SEBASTIAN SERRANO
  SIMBULAN SISON SOLIS SUAREZ SUMAGUE SUNGA TABORA TALAVERA TAMAYO TANEDO TIONGSON TRINIDAD TUAZON UMALI URBANO VALENCIA
  VALENZUELA VALERA VELASCO VELASQUEZ VERA VERGARA VICENTE VIDAL VILLAMOR VILLARUEL VITUG YAP YUMUL ZAMORA ZARATE ZULUETA`
    .split(/\s+/)
    .flatMap((name, n) => (n % 2 === 0 ? [name, `${n % 4 === 0 ? 'DE LA' : 'DEL'} ${name}`] : [name]))

const firstNames = `JUAN JOSE MARIA MARK JOHN ANTONIO PEDRO MICHAEL RAMON ROBERTO EDUARDO ROLANDO DANILO RICARDO ERNESTO
  REYNALDO FERNANDO ROMEO CARLOS MANUEL ALFREDO RENATO RODOLFO ARMANDO VIRGILIO NESTOR EDGAR JOEL RONALD ARNEL JERRY
  JONATHAN RYAN CHRISTIAN JAYSON ALBERTO ALEJANDRO ALEX ALVIN ANDRES ANGELO ARIEL ARTURO BENIGNO BENJAMIN BERNARD CESAR
  CLARENCE CONRADO CRISANTO DANTE DARIO DENNIS DIOSDADO DOMINADOR EDWIN EFREN ELMER EMILIO EMMANUEL ENRIQUE ESTEBAN
  EUGENE FELIPE FERDINAND FLORENCIO FRANCIS GABRIEL GERARDO GILBERT GREGORIO GUILLERMO HARRY HECTOR HENRY HERMINIO
  HONORIO IAN IGNACIO ISAGANI ISIDRO JAIME JAMES JEFFREY JEROME JESUS JIMMY JOAQUIN JULIUS JUNE KENNETH KEVIN LAMBERTO
  LEANDRO LEO LEONARDO LITO LORENZO LUIS MACARIO MARCELINO MARCOS MARIANO MARIO MARLON MARTIN MATEO MAXIMO MELCHOR MIGUEL
  MOISES NARCISO NATHANIEL NELSON NICANOR NOEL NORBERTO OLIVER ORLANDO OSCAR PABLO PATRICK PAULO PERFECTO PHILIP QUINTIN
  RAFAEL RANDY RAUL RAYMOND REY RICHARD RODEL RODRIGO ROGELIO ROMMEL RUBEN RUSSEL SALVADOR SAMUEL SANTIAGO SERGIO SIMEON
  TEODORO TERESITA TIMOTEO TOMAS ULYSSES URBANO VALENTIN VICENTE VICTOR VINCENT WALDO WILFREDO WILLIAM XAVIER ZALDY ANA
  CARMEN CECILIA CORAZON CRISTINA DIVINA ELENA EVELYN FE GLORIA GRACE IMELDA JENNIFER JOSEFINA LETICIA LOURDES LUZ
  MARILOU MELANIE MERCEDES MICHELLE MYRNA NENITA NORMA PATRICIA REMEDIOS ROSARIO ROSE SHIELA SUSANA VIOLETA`.split(
  /\s+/,
)

const ranks =
  `PVT CPL SGT 2LT PFC SSG CPT 1LT MAJ TSG MSG PO3 PO2 PO1 SN1 SN2 LTC LT ENS LTJG AM1C AM2C COL CDR LCDR`.split(' ')

/** Fills an empty database with that many members, so many of them applicants; the same ones each time. */
export async function addMadeUpMembers(client: pg.Client | pg.PoolClient, members: number): Promise<void> {
  await client.query('begin')
  await client.query('select setseed(0.5)')
  // The counters are set at the end, once.
  await client.query('set local session_replication_role = replica')
  await client.query(
    `insert into users (first_name, middle_name, last_name, military_serial, birthday, email, rank, ms, region, unit_assignment,
       cellphone_number, personnel_address, blood_type, philhealth_number, contact_person_first_name, contact_person_last_name,
       contact_person_number, contact_person_relationship, military_status, reservist_type, approved, approved_at, member_since, created_at, id_number, dues_paid_until)
     select first_name, middle_name, last_name, 'O-' || 1000000 + n, date '1950-01-01' + n % 18000, 'member' || n || '@example.org',
       rank, ms, region, unit, '0917' || lpad(n::text, 7, '0'), n || ' Rizal Street, Barangay San Isidro, Quezon City', 'O+',
       lpad(n::text, 12, '0'), 'MARIA', last_name, '0918' || lpad(n::text, 7, '0'), 'Spouse', status, case when status = 'Reservist' then 'Ready Reserve' end,
       approved, case when approved then timestamptz '2012-01-01 08:00+08' + n * 7919 % 5100 * interval '1 day' end,
       case when approved then date '2012-01-01' + n * 7919 % 5100 end, now() - ($1 - n) * interval '1 second',
       case when approved then 'ARRAPI-' || lpad((place / 999)::text, 3, '0') || '-' || lpad((place % 999 + 1)::text, 3, '0') end,
       -- Nearly all have paid, a few are in grace or have lapsed, and one of a hundred never paid.
       case when not approved or n % 100 = 99 then null when n % 100 < 95 then date '2026-12-31' when n % 100 < 97 then '2026-02-20'
         else '2025-12-31' end
     from (
       -- Numbers were not given in the order in which the rows lie on disk; 7919 is prime, so each place comes once.
       select n, n % 50 > 0 as approved, case when n % 200 = 7 then 'Civilian Human Resource (CHR)' else 'Reservist' end as status, (n - n / 50)::bigint * 7919 % ($1 - $1 / 50) as place,
         ($2::text[])[1 + floor(power(random(), 1.5) * $3)::int] as first_name,
         ($4::text[])[1 + floor(power(random(), 1.6) * $5)::int] as middle_name,
         ($4::text[])[1 + floor(power(random(), 1.6) * $5)::int] as last_name,
         ($6::text[])[1 + floor(power(random(), 1.5) * $7)::int] as rank,
         (array['PA', 'PA', 'PA', 'PA', 'PN', 'PAF', 'TAS'])[1 + floor(random() * 7)::int] as ms,
         (array['NCR', 'Luzon', 'Luzon', 'Visayas', 'Mindanao'])[1 + floor(random() * 5)::int] as region,
         floor(power(random(), 1.3) * 240 + 1)::int || (array['ST', 'ND', 'RD', 'TH'])[1 + floor(random() * 4)::int]
           || ' ' || (array['RRIBN', 'CDC', 'ARCEN', 'NAVFOR', 'AFRC'])[1 + floor(power(random(), 1.5) * 5)::int] as unit
       from generate_series(1, $1::int) n
     ) made`,
    [members, firstNames, firstNames.length, surnames, surnames.length, ranks, ranks.length],
  )
  await client.query('insert into member_lines select * from made_member_lines on conflict do nothing')
  await client.query(`update member_counts set people = (select count(*) from users u
    where member_state(u.approved, u.withdrawn_at, u.military_serial) = state)`)
  await client.query('commit')
}
