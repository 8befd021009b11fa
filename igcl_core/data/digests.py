"""SHA-256 of the published Planetoid files, no others of which are ever unpickled, and of what each dataset holds."""

SHA256 = {
    "ind.cora.allx": "9419ba2f26f5c35243db64aba110e0f35a04851609e0dc5433450676ca6b8543",
    "ind.cora.ally": "2b998f5cc7fedc86e7f97ca2498f47a1ffc1462c29e2d578b23bf3f62b6e7d71",
    "ind.cora.graph": "58f13302f39dde8852dad6fe6d15b89b077b6d7f837626bce671ef80344b383d",
    "ind.cora.test.index": "297ce89af2b51a6a194181c7dbe1796c6a1cf9cd9349a88383b1b1e227867875",
    "ind.cora.tx": "b9afbaa4a400df991f6f02ef677e1e44da55ffc04801fd02f9e673987829226a",
    "ind.cora.ty": "41f5ac76596a1699cc33f53084a2419e92961c42bb75f36fc38e616d348532ad",
    "ind.cora.x": "23cfa55d91c6f624233f5eb7b6e3f141f1bd2b2ae39608a63cf5d084bb27baab",
    "ind.cora.y": "94465c14eb53e04ca262198dcbb2521ee8af60fb3f3d546cd6ca24a511b0e7d1",
    "ind.citeseer.allx": "2ac30345d95c9ec933a817ee0bdd6a5f077f8c184a20e696910192d534414668",
    "ind.citeseer.ally": "f704b2d986dde6c2669934de1f3ae5696a6cf9455c0f6b2646a2d135ea0a1c95",
    "ind.citeseer.graph": "d79a4ef9d3e7169aee8946145f6b7306e35bc79bffad26346cfb94e10e9912a7",
    "ind.citeseer.test.index": "2af990671580b6b2df5d158d1038f8292e30c9cd821b5453f399659b25b723d4",
    "ind.citeseer.tx": "539a8906a2da97628d212f2fdd668c109a8b3f0d36574b59e5d3fd5b5303da21",
    "ind.citeseer.ty": "55e5bd1ba1e733a04598753ad1a8d57957f4b8f89e74519f41f4f4938767e4ce",
    "ind.citeseer.x": "d20de19150741e555de0ed037195630fc194114ebc7fd72ced62810148aa22f6",
    "ind.citeseer.y": "8ba87e515d8e3ee3cf52f6d2c5b86aa73f11ecad825a808455209ec26cd54924",
    "ind.pubmed.allx": "508e538e2abdccdd54c4d3e9f49d638b4af7107d85845f66ddea5a5152658b7e",
    "ind.pubmed.ally": "0c37bbe3b5014ec365e9d393cf4791925e5ed94fb194305d74f064a8d7b50f0e",
    "ind.pubmed.graph": "5b89f0036ca22909471f1e6558eb42fa06e0c730a577bde5b058b40638f81dc9",
    "ind.pubmed.test.index": "b101d421688bbaecbd82e8a18f1e282378d6830f3a37666f28ebc47f844341b5",
    "ind.pubmed.tx": "4eb5f5d0f30f26497eb0ac6ac9719d09c67e284f1ed0385c93f3ef27a671da3d",
    "ind.pubmed.ty": "ee2e0d4819d9fbcc403689c3bf2e49face401b605932f093bc58ab6461130fdd",
    "ind.pubmed.x": "fbe9cb5c47200d1b7769a26e579be3b7130b556831f9d850e77c4c74f2599b33",
    "ind.pubmed.y": "e6c807633307a07ed659249006536a147c7999c797f11a2560752990181b41b3",
}

# Of the numbers of each dataset as Graphs holds them, see content.py.
CONTENT = {
    "cora": {
        "x": "d0c18e30fb69819944bebc23ce56fb30b6455eaace678f4c4105a3e5f7ed5400",
        "edges": "8d676cff8ae45a99028cc81383a3099d65bceeb0a2116ff9ba72c8a3dd51203b",
        "y": "d0018d7ffd314eb25a4904973f2c7eb1b7be135d668de42d453714724f8e9d03",
    },
    "citeseer": {
        "x": "9cf98383627924113d463e48b1943e0aead6d4f90e83daefacda2b0fcd209c45",
        "edges": "96f78080462eb789c5e4ce2be1152815912916ca5f57c40570f8c6817350b6e8",
        "y": "448f8c04e02516b2784cfd3c5d82049f84ea77d6ef94c65ee19f8ea8b792b0fa",
    },
    "pubmed": {
        "x": "5791f0a0d0c2d98b08a124e7a8e29849ae17181fccd59ac8091c463b91bbaf84",
        "edges": "e09d6d3b2b0f8979de489b3b60aa1be77e89e555f0c6ccc8d91f6d98827c40fc",
        "y": "973a30d7c0567fe67fb9026058f1105859f87d44981b7b88992d648877d174c7",
    },
    "photo": {
        "x": "a169ae5426c7cc038909a48348748baf7adc4830721cd262814974788c5c3884",
        "edges": "9aaff2eaf0ef29b0d0d6893b8369c093b0f6b99631ac106474dbbe63edcc851e",
        "y": "2eba7fee8d7b2a46a5f6a832ac2327bb2e3ffd1a3933452654cd3af2cc83536b",
    },
    "computers": {
        "x": "16e5ed47a73109c74e4b9ba944176bc0f9a6ea0f645c22d758c5e957e27f037a",
        "edges": "d918d226c2b201d2f827d647680459d534e54603bc82be264cd3db595b3e8d20",
        "y": "3f6c299e6f9ed8f916f5511841b84fa1d6eb3fe05f9d2e48b69af9aa4f09ea07",
    },
    "mutag": {
        "x": "399bce081e3ad4d245f052db999ac9b8607811183148f3c7f80711df49332104",
        "edges": "435373d654e860f87cf1ca4fb20beb1c9436bdb517a2aabe6c2382aca8e28634",
        "ptr": "ed92e7ef2026c616c43d72af71fb3f546129e94054dac5f8e1e0b2ef5c692caf",
        "y": "86ec4169194e9b1107abe45379626b702526319fbc445b2c0dbbe7c8f74f9328",
    },
    "nci1": {
        "x": "b692182ba62485cf438d6e9b829c7937ffd259fe2612cac071e0873a3fe515a8",
        "edges": "f957622d9ec5b54f2b97d88eb98ae1ecf71b3dd1bfaa5759cd20902202d9ce01",
        "ptr": "de68b4585580001237879fd172a4f21c027477c36ad0bd9082cfa44e8b0a4833",
        "y": "9dd5bc94604f92d50c78e4cfdff1800248ee8645883c050d27150ab9d1602cf0",
    },
    "proteins": {
        "x": "15e876664facb26909490adb897e8937c6d532830ffcfa9ffe49c3eb180d76be",
        "edges": "5fac5fed00a9878c1cbe845fcf0b23480563006154b7da7e5e68ebc992a6099b",
        "ptr": "74b7f03077951c26400934f90dde128f47f0514b9558dc390142b2ac09a63c5f",
        "y": "553c726fafe565df890221b619d817949c662037d681522596e157f256ce2b08",
    },
    "collab": {
        "edges": "3d1ffe3342d9fab665bf35f5c18e12329e5705a7a10412c047860c4930380c27",
        "ptr": "66cf609593e2f2c41938584fec95a282816526ac7e16cd6c17851c788747c2e6",
        "y": "d1d99dad886bd1b587a53854aa012a14ee20cb7f5e44cb5f4eb54367de1cebde",
    },
    "imdb-b": {
        "edges": "30b464d892307fa06bac2f91556f447fb21533417779ea4d32d29b9b7d84ccaa",
        "ptr": "043318146c90c495a3982f3afac35c9a9b0855f386dde9b7fe6b82be5d5263a3",
        "y": "d4232cf82015742bc86fad9f7039342df970c5e033bb164ccb9d0de60b4201c0",
    },
    "imdb-m": {
        "edges": "182d1da61d555960c7604814b772354d520e9b75cfa4280aa6d78397d094bf37",
        "ptr": "885abe3ed9cbd3be727e7a3d792b35acd6f0dadda5ebfda0cc7635319568dc2e",
        "y": "67db9936cfbd7ab7af771a5e101b157b94a751be571806f1f4290cb9d69ec6d6",
    },
}

# Of each dataset as `load` gives it: what training sees, and labels with split, see fingerprint.py.
FINGERPRINTS = {
    "karate": (
        "b059ca41a32fbd5f0acc7479ddc5f30cf72bc011ff18c92bafedc3b647eeca26",
        "afee17e4b0322e624f217faafbb5ab274969492dd31b133a44a0427523568a07",
    ),
    "digits": (
        "6bb2ba3e600d1c5a2f882b431d2a6cac00638ed9c9636f2e7ce36da3f6927dde",
        "7b845e539958d082bd9be5a9fbf96d2897e0774ec981c662b572cdf110ee1c16",
    ),
    "planted": (
        "ce48982c28b98541b0633f6f44efa5297271a0fe85b2ba6085c942c3a91cac2f",
        "b27d583fbd480f0d5c24ee80b55c7a4d8ca2187e46670c756ee8470e8a0851dc",
    ),
    "wine": (
        "19c4c39e188776a9ca1b78725110504b7e1a5a3355025c7e91c7a803b59f6672",
        "de96e7cd7c9cd95643580ce201e9e96f2413debe013c1104cb9e504a9441d756",
    ),
    "digit-graphs": (
        "e433df49df7f2f92955adf973b356e3facd4ff9c3a4eb74ea8e116857fa764b2",
        "cf043ca629e2744adb18bf70850809f4ba744d44142ac5e72d93a290ca5132d0",
    ),
    "motifs": (
        "1129436bbc716b8fdd024d75d551ced83a7fba34dd0e831078b2e13f020eb25f",
        "9b1b476c20beaabae4c678530d6d45d5bdb11a7bdef0ccd804ac36d986270fc0",
    ),
    "cora": (
        "b931597d19b3271f8d4cf76b30f3a87a36293d0d6f4b9701628197cad3bbcc99",
        "f7730a6cd27aa9d94f930cfcfb9fadf670462120dc93ab66d62488427fc9aed3",
    ),
    "citeseer": (
        "2405fd072ea425d5a87d9c8c97f3007e26e5d22533ba13975f3df35b9af327b5",
        "419a82a43d91d78f24e48f1281bec1fa2155e2e66c888f30b41260bb3a8aa9ad",
    ),
    "pubmed": (
        "8218c18a4e92e7e16dac36b64416c5a8acf054810a0fdf939729562f28965dc4",
        "f47f1f427655cb6109e9c8cedce626d7430483a80501ea2c710898690cb918cb",
    ),
    "photo": (
        "eb6503ef748a42339ab4f5d73af712c4c905e7624df97f4c18bdde85801f4b85",
        "2e90f1eb30f15492c4f0980d23685d132dd08e3b8f55e4e11b4688781cbdc9e4",
    ),
    "computers": (
        "e79b397ec370cbfd4890fec3f87928b65dbb9a5f6aa9195117b86ed359e4ca55",
        "ac5158a0060c3d650851643ba69c247a9dc3ce8cc3726a4ba9b89fc27516b262",
    ),
    "mutag": (
        "581e749fb21fe5a2673292ace7bd8678a22fd8041790f966519db2eedf6032ae",
        "8262c1b381beb558817b70fb4951032f0f75ae23fff063ca29921101b9a9a226",
    ),
    "nci1": (
        "a7d561d267b77e01df450501c3c84186716e00ee0701a6b4f04c6a60aaa30c8d",
        "db2ae6ae042fbdb1d241f3de8a996c4a358a484eaf7db4d1ab61cf164bfade3a",
    ),
    "proteins": (
        "0559061e2b32cdc2fe0a3d783a6598bab34071d44d7de35d151a9fefa1d8de0e",
        "63e457816426d653f17898ccc87ff29ec9f9660c1f809bec9c42600055fb4ac2",
    ),
    "collab": (
        "bd694bf76bbe93e971eb288c523ed0285f6faaa4b915c02c50ca27ad11e48573",
        "db6ddc8f517e70b3fb75f94a83002537e8800a663b987fb159bdd61826bf3fda",
    ),
    "imdb-b": (
        "bdbb04c66f1a0f04b14c35e905db53221f320fb1faba4b5a3116db3cffcf3af4",
        "0f033df49ee84c227fc0ec4a26bbbb7d4da11fb03ddfa8272b3c6af8f6b96414",
    ),
    "imdb-m": (
        "7ab6d75c59023c4175aa04f7c66c9ac19bdbf5427c847bc0008c9db02839d629",
        "f7937b479f2b54d550ce74867f4c44f5146efcae16e0a099d8dbc3cb921fba1b",
    ),
}
